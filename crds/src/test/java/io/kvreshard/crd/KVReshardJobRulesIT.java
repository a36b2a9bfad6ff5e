package io.kvreshard.crd;

import static io.kvreshard.crd.RawApi.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import io.kvreshard.crd.testing.Samples;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(ApiServerExtension.class)
class KVReshardJobRulesIT {
  private static final String DIGEST = "\"" + "d".repeat(64) + "\"";
  private static final String COMMIT =
      "{\"attempt\": 2, \"verdict\": \"Commit\", \"jobDigest\": " + DIGEST + "}";
  private static final String COMMITTED =
      "{\"phase\": \"Committing\", \"attempt\": 2, \"decision\": " + COMMIT + "}";

  private final ApiServer server;
  private final RawApi api;
  private String namespace = "";

  KVReshardJobRulesIT(ApiServer server) {
    this.server = server;
    api = new RawApi(server.client());
  }

  @BeforeEach
  void makeNamespace() {
    namespace = server.newNamespace("job-rules");
  }

  private ObjectNode job() {
    return api.tree(Samples.job(namespace, "job", "from", "to"));
  }

  private ObjectNode jobWith(String status) {
    return api.updateStatus(with(api.create(job()), "/status", status));
  }

  @Test
  void theSpecIsThere() {
    api.refusesCreation(with(job(), "/spec", null), "spec: Required value");
  }

  /** Each optional field is added, changed and removed. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          policy                  ; {"transport": "TCP"} ; {"transport": "Auto"}
          priority                ; 5                    ; 9
          pendingTimeoutSeconds   ; 600                  ; 601
          activeDeadlineSeconds   ; 600                  ; 601
          progressTimeoutSeconds  ; 60                   ; 61
          backoffLimit            ; 3                    ; 4
          ttlSecondsAfterFinished ; 0                    ; 1
          dryRun                  ; false                ; true
          retryOf                 ; "one"                ; "two"
          """)
  void theSpecIsImmutable(String field, String value, String other) {
    var rule = "spec is immutable, but for suspend and cancel: create another KVReshardJob";
    var pointer = "/spec/" + field;
    var without = api.create(job());
    api.refusesUpdate(with(without, pointer, value), rule);
    api.refusesUpdate(with(without, "/spec/source/snapshotRef/name", "\"other\""), rule);
    api.refusesUpdate(with(without, "/spec/target/snapshotRef/name", "\"other\""), rule);
    assertThat(api.update(with(without, "/metadata/labels", "{\"a\": \"b\"}"))).isNotNull();

    var having = api.create(with(with(job(), pointer, value), "/metadata/name", "\"having\""));
    api.refusesUpdate(with(having, pointer, other), rule);
    api.refusesUpdate(with(having, pointer, null), rule);
  }

  @Test
  void suspendMayChangeAtAnyTimeAndInBothDirections() {
    var created = api.create(job());
    var suspended = api.update(with(created, "/spec/suspend", "true"));
    var resumed = api.update(with(suspended, "/spec/suspend", "false"));
    assertThat(api.update(with(resumed, "/spec/suspend", null))).isNotNull();
  }

  @Test
  void cancelIsNeverTakenBack() {
    var created = api.create(with(job(), "/spec/cancel", "false"));
    var cancelled = api.update(with(created, "/spec/cancel", "true"));
    var rule = "spec.cancel is never taken back";
    api.refusesUpdate(with(cancelled, "/spec/cancel", "false"), rule);
    api.refusesUpdate(with(cancelled, "/spec/cancel", null), rule);
    assertThat(api.update(with(cancelled, "/spec/suspend", "true"))).isNotNull();
  }

  @Test
  void aJobIsNoOtherTryOfItself() {
    api.refusesCreation(
        with(job(), "/spec/retryOf", "\"job\""), "spec.retryOf must name another KVReshardJob");
  }

  @Test
  void numbersHaveTheirBounds() {
    api.refusesCreation(with(job(), "/spec/priority", "10"), "spec.priority");
    api.refusesCreation(with(job(), "/spec/priority", "-1"), "spec.priority");
    api.refusesCreation(
        with(job(), "/spec/ttlSecondsAfterFinished", "31536001"), "ttlSecondsAfterFinished");
    api.refusesCreation(with(job(), "/spec/retryOf", "\"Upper\""), "spec.retryOf");
    api.refusesStatus(
        with(api.create(job()), "/status", "{\"queue\": {\"position\": 0}}"),
        "status.queue.position");
  }

  @Test
  void theDecisionIsWrittenOnce() {
    var decided = jobWith(COMMITTED);
    var rule = "status.decision is written once and never changed or removed";
    api.refusesStatus(
        with(decided, "/status/decision", "{\"attempt\": 2, \"verdict\": \"Abort\"}"), rule);
    api.refusesStatus(
        with(decided, "/status/decision/jobDigest", "\"" + "e".repeat(64) + "\""), rule);
    api.refusesStatus(with(decided, "/status/decision", null), rule);
    api.refusesStatus(with(decided, "/status", null), rule);
    api.refusesStatus(with(decided, "/status", "{}"), rule);
  }

  @Test
  void theDecisionSurvivesAWriteOfTheSpec() {
    var decided = jobWith(COMMITTED);
    var updated = api.update(with(decided, "/status", null));
    assertThat(updated.get("status")).isEqualTo(decided.get("status"));
  }

  @Test
  void aCommitNamesWhatIsCommittedAndAnAbortDoesNot() {
    var created = api.create(job());
    var rule = "status.decision.jobDigest must be set if the verdict is Commit, and only then";
    api.refusesStatus(
        with(
            created,
            "/status",
            "{\"attempt\": 1, \"decision\": {\"attempt\": 1, \"verdict\": \"Commit\"}}"),
        rule);
    api.refusesStatus(
        with(
            created,
            "/status",
            "{\"attempt\": 1, \"decision\": {\"attempt\": 1, \"verdict\": \"Abort\", \"jobDigest\": "
                + DIGEST
                + "}}"),
        rule);
  }

  @Test
  void theDecisionIsAboutTheCurrentAttempt() {
    var rule = "status.decision.attempt must be status.attempt";
    api.refusesStatus(with(jobWith(COMMITTED), "/status/attempt", "3"), rule);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Failed", "Cancelled"})
  void theFinalPhasesAreFinal(String phase) {
    var ended = jobWith("{\"phase\": \"" + phase + "\", \"reason\": \"" + phase + "\"}");
    var rule = "status.phase Succeeded, Failed and Cancelled are final";
    api.refusesStatus(with(ended, "/status/phase", "\"Running\""), rule);
    api.refusesStatus(with(ended, "/status/phase", null), rule);
    api.refusesStatus(with(ended, "/status", null), rule);
    assertThat(api.updateStatus(with(ended, "/status/message", "\"More words.\""))).isNotNull();
  }

  @Test
  void aCancelledJobWasNotCommitted() {
    var rule = "status.phase Cancelled excludes status.decision.verdict Commit";
    api.refusesStatus(with(jobWith(COMMITTED), "/status/phase", "\"Cancelled\""), rule);
  }

  @Test
  void theAttemptOnlyGrows() {
    var second = jobWith("{\"phase\": \"Running\", \"attempt\": 2}");
    var rule = "status.attempt only grows";
    api.refusesStatus(with(second, "/status/attempt", "1"), rule);
    api.refusesStatus(with(second, "/status/attempt", null), rule);
    api.refusesStatus(with(second, "/status", null), rule);
    assertThat(api.updateStatus(with(second, "/status/attempt", "3"))).isNotNull();
  }

  @Test
  void successNeedsACommit() {
    var created = api.create(job());
    var rule = "status.phase Committing and Succeeded need status.decision.verdict Commit";
    api.refusesStatus(with(created, "/status", "{\"phase\": \"Committing\"}"), rule);
    api.refusesStatus(with(created, "/status", "{\"phase\": \"Succeeded\"}"), rule);
    api.refusesStatus(
        with(
            created,
            "/status",
            "{\"phase\": \"Succeeded\", \"attempt\": 1, \"decision\": {\"attempt\": 1, \"verdict\":"
                + " \"Abort\"}}"),
        rule);
  }

  @Test
  void aDryRunSucceedsWithoutADecision() {
    var dry = api.create(with(job(), "/spec/dryRun", "true"));
    assertThat(api.updateStatus(with(dry, "/status", "{\"phase\": \"Succeeded\"}"))).isNotNull();
  }
}
