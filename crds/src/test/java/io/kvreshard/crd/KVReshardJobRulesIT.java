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

  @Test
  void theSpecIsImmutable() {
    var created = api.create(with(job(), "/spec/policy", "{\"transport\": \"TCP\"}"));
    var rule = "spec is immutable: create another KVReshardJob";
    api.refusesUpdate(with(created, "/spec/source/snapshotRef/name", "\"other\""), rule);
    api.refusesUpdate(with(created, "/spec/policy", null), rule);
    api.refusesUpdate(with(created, "/spec/backoffLimit", "1"), rule);
    assertThat(api.update(with(created, "/metadata/labels", "{\"a\": \"b\"}"))).isNotNull();
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

  @Test
  void theFinalPhasesAreFinal() {
    var failed = jobWith("{\"phase\": \"Failed\", \"reason\": \"SourceLost\"}");
    var rule = "status.phase Succeeded and Failed are final";
    api.refusesStatus(with(failed, "/status/phase", "\"Running\""), rule);
    api.refusesStatus(with(failed, "/status/phase", null), rule);
    api.refusesStatus(with(failed, "/status", null), rule);
    assertThat(api.updateStatus(with(failed, "/status/message", "\"More words.\""))).isNotNull();
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
