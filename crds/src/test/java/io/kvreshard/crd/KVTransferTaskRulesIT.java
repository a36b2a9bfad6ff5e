package io.kvreshard.crd;

import static io.kvreshard.crd.RawApi.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(ApiServerExtension.class)
class KVTransferTaskRulesIT {
  private static final String DIGEST = "\"" + "d".repeat(64) + "\"";

  private final ApiServer server;
  private final RawApi api;
  private String namespace = "";

  KVTransferTaskRulesIT(ApiServer server) {
    this.server = server;
    api = new RawApi(server.client());
  }

  @BeforeEach
  void makeNamespace() {
    namespace = server.newNamespace("task-rules");
  }

  private ObjectNode task() {
    var task = new KVTransferTask();
    task.setMetadata(new ObjectMetaBuilder().withNamespace(namespace).withName("task").build());
    var digest = "a".repeat(64);
    task.setSpec(
        new KVTransferTaskSpec(
            new JobRef("team-a", "job", "uid-1"),
            1,
            "node-1",
            TaskCommand.Run,
            "documents",
            List.of(new TaskGroup("default", digest, digest, digest, digest, "Ordinal/1", null)),
            side("from"),
            side("to"),
            new SnapshotContents(digest, 1000),
            List.of(new TaskNode("node-1", "10.0.0.1:7401", "agent-1")),
            1000L,
            5L,
            60,
            null,
            null,
            null));
    return api.tree(task);
  }

  private static TaskSide side(String name) {
    return new TaskSide(
        name,
        "engine",
        new BoundCoordinator("rt-c", "node-1", "7", "i-0"),
        List.of(new BoundParticipant("tp0", "rt", "node-1", "i-1")));
  }

  private ObjectNode taskWith(String status) {
    return api.updateStatus(with(api.create(task()), "/status", status));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          /spec/job/uid                  | "uid-2"
          /spec/attempt                  | 2
          /spec/documents                | "others"
          /spec/groups/0/planSetDigest   | "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
          /spec/groups/0/planner         | "Balanced/1"
          /spec/groups/0/sourceDataParallelRank | 1
          /spec/source/snapshot          | "other"
          /spec/target/coordinator/node  | "node-2"
          /spec/target/coordinator/groupEpoch | "8"
          /spec/target/coordinator/instanceId | "i-9"
          /spec/contents/sha256          | "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
          /spec/contents/bytes           | 1001
          /spec/contents                 |
          /spec/nodes/0/agentIncarnation | "agent-2"
          /spec/progressTimeoutSeconds   | 61
          /spec/maxBytesPerSecond        | 2000
          /spec/maxBytesPerSecond        |
          /spec/priority                 | 9
          """)
  void allButTheCommandIsImmutable(String pointer, String value) {
    api.refusesUpdate(
        with(api.create(task()), pointer, value),
        "a task is immutable but for spec.command, with it spec.jobDigest");
  }

  /** A former release's operator does not know it. */
  @Test
  void thePriorityMayOnlyBeLost() {
    var without = api.update(with(api.create(task()), "/spec/priority", null));
    api.refusesUpdate(with(without, "/spec/priority", "5"), "a task is immutable but for");
  }

  @Test
  void theNodeNameIsImmutable() {
    api.refusesUpdate(
        with(api.create(task()), "/spec/nodeName", "\"node-2\""), "spec.nodeName is immutable");
  }

  @Test
  void theSpecIsThere() {
    api.refusesUpdate(with(api.create(task()), "/spec", null), "spec: Required value");
  }

  @Test
  void runBecomesCommitOrAbortAndNothingElse() {
    var rule = "spec.command changes only from Run to Commit or from Run to Abort";
    var running = api.create(task());
    var committed =
        api.update(with(with(running, "/spec/command", "\"Commit\""), "/spec/jobDigest", DIGEST));
    var aborted = with(with(committed, "/spec/command", "\"Abort\""), "/spec/jobDigest", null);
    api.refusesUpdate(aborted, rule);
    api.refusesUpdate(with(aborted, "/spec/command", "\"Run\""), rule);
  }

  @Test
  void abortIsNotUndone() {
    var rule = "spec.command changes only from Run to Commit or from Run to Abort";
    var aborted = api.update(with(api.create(task()), "/spec/command", "\"Abort\""));
    api.refusesUpdate(with(aborted, "/spec/command", "\"Run\""), rule);
    api.refusesUpdate(
        with(with(aborted, "/spec/command", "\"Commit\""), "/spec/jobDigest", DIGEST), rule);
  }

  @Test
  void aCommitNamesWhatIsCommitted() {
    var rule = "spec.jobDigest must be set if spec.command is Commit, and only then";
    var running = api.create(task());
    api.refusesUpdate(with(running, "/spec/command", "\"Commit\""), rule);
    api.refusesUpdate(with(running, "/spec/jobDigest", DIGEST), rule);
  }

  @Test
  void theJobDigestIsImmutable() {
    var committed =
        api.update(
            with(
                with(api.create(task()), "/spec/command", "\"Commit\""),
                "/spec/jobDigest",
                DIGEST));
    api.refusesUpdate(
        with(committed, "/spec/jobDigest", DIGEST.replace('d', 'e')),
        "spec.jobDigest is immutable once set");
  }

  @Test
  void theSourceIsGivenUpOnlyAfterTheCommit() {
    var rule = "spec.sourceAfterSuccess may be set only if spec.command is Commit";
    var running = api.create(task());
    api.refusesUpdate(with(running, "/spec/sourceAfterSuccess", "\"Release\""), rule);
    var aborted = with(running, "/spec/command", "\"Abort\"");
    api.refusesUpdate(with(aborted, "/spec/sourceAfterSuccess", "\"Retain\""), rule);
    api.refusesCreation(with(task(), "/spec/sourceAfterSuccess", "\"Release\""), rule);
  }

  @Test
  void theFateOfTheSourceIsImmutable() {
    var rule = "spec.sourceAfterSuccess is immutable once set";
    var committed =
        api.update(
            with(
                with(api.create(task()), "/spec/command", "\"Commit\""),
                "/spec/jobDigest",
                DIGEST));
    var retained = api.update(with(committed, "/spec/sourceAfterSuccess", "\"Retain\""));
    api.refusesUpdate(with(retained, "/spec/sourceAfterSuccess", "\"Release\""), rule);
    api.refusesUpdate(with(retained, "/spec/sourceAfterSuccess", null), rule);
  }

  @Test
  void pagesAreGivenBackOnlyAfterTheVerdict() {
    var rule = "spec.release may only be set to true, and only if spec.command is Commit or Abort";
    var running = api.create(task());
    api.refusesUpdate(with(running, "/spec/release", "true"), rule);
    var aborted = api.update(with(running, "/spec/command", "\"Abort\""));
    api.refusesUpdate(with(aborted, "/spec/release", "false"), rule);
    var released = api.update(with(aborted, "/spec/release", "true"));
    var immutable = "spec.release is immutable once set";
    api.refusesUpdate(with(released, "/spec/release", "false"), immutable);
    api.refusesUpdate(with(released, "/spec/release", null), immutable);
    api.refusesCreation(
        with(with(task(), "/metadata/name", "\"other\""), "/spec/release", "true"), rule);
  }

  @Test
  void pagesThatWereGivenBackStaySo() {
    var created = api.create(task());
    api.refusesStatus(
        with(created, "/status", "{\"released\": true, \"quiesced\": \"False\"}"),
        "status.released needs status.quiesced True");
    var released =
        api.updateStatus(with(created, "/status", "{\"released\": true, \"quiesced\": \"True\"}"));
    var rule = "status.released true never goes back";
    api.refusesStatus(with(released, "/status/released", "false"), rule);
    api.refusesStatus(with(released, "/status/released", null), rule);
    api.refusesStatus(with(released, "/status", null), rule);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Committed", "Aborted"})
  void theFinalStatesAreFinal(String state) {
    var ended = taskWith("{\"state\": \"" + state + "\"}");
    var rule = "status.state Committed, Aborted and Failed are final";
    api.refusesStatus(with(ended, "/status/state", "\"Running\""), rule);
    api.refusesStatus(with(ended, "/status/state", null), rule);
    api.refusesStatus(with(ended, "/status", null), rule);
  }

  @Test
  void onlyACommitIsCarriedOutAfterAFailure() {
    var failed =
        taskWith(
            """
            {"agentIncarnation": "agent-2", "state": "Failed",
             "failure": {"reason": "AgentRestarted", "message": "", "terminal": false}}
            """);
    var done =
        with(
            with(failed, "/status/state", "\"Committed\""),
            "/status/agentIncarnation",
            "\"agent-3\"");
    api.refusesStatus(done, "status.state Committed, Aborted and Failed are final");
    var commanded =
        api.update(with(with(failed, "/spec/command", "\"Commit\""), "/spec/jobDigest", DIGEST));
    assertThat(api.updateStatus(with(commanded, "/status", done.get("status").toString())))
        .isNotNull();
  }

  @Test
  void aFailureSaysWhy() {
    api.refusesStatus(
        with(api.create(task()), "/status", "{\"state\": \"Failed\"}"),
        "status.failure must be set if status.state is Failed");
  }

  @Test
  void anotherAgentOnlyReportsFailure() {
    var running = taskWith("{\"agentIncarnation\": \"agent-1\", \"state\": \"Running\"}");
    var rule = "status.agentIncarnation may change only to report Failed";
    api.refusesStatus(with(running, "/status/agentIncarnation", "\"agent-2\""), rule);
    api.refusesStatus(with(running, "/status/agentIncarnation", null), rule);
    api.refusesStatus(with(running, "/status", null), rule);
    var failed =
        api.updateStatus(
            with(
                running,
                "/status",
                """
                {"agentIncarnation": "agent-2", "state": "Failed", "quiesced": "Unknown",
                 "failure": {"reason": "AgentRestarted", "message": "", "terminal": false}}
                """));
    var quiet = with(failed, "/status/quiesced", "\"True\"");
    assertThat(api.updateStatus(with(quiet, "/status/agentIncarnation", "\"agent-3\"")))
        .isNotNull();
  }

  @Test
  void quietIsForGood() {
    var quiet = taskWith("{\"quiesced\": \"True\"}");
    var rule = "status.quiesced True never goes back";
    api.refusesStatus(with(quiet, "/status/quiesced", "\"Unknown\""), rule);
    api.refusesStatus(with(quiet, "/status/quiesced", null), rule);
    api.refusesStatus(with(quiet, "/status", null), rule);
  }

  @Test
  void onlyWhatIsNotKnownToBeQuietIsInQuarantine() {
    var created = api.create(task());
    var status =
        """
        {"quiesced": "%s",
         "quarantine": {"since": "2026-01-01T00:00:00Z", "message": "tp0 does not answer"}}
        """;
    var rule = "status.quarantine may be set only if status.quiesced is Unknown";
    api.refusesStatus(with(created, "/status", status.formatted("True")), rule);
    api.refusesStatus(with(created, "/status", status.formatted("False")), rule);
    var noisy = api.updateStatus(with(created, "/status", status.formatted("Unknown")));
    assertThat(api.updateStatus(with(noisy, "/status", "{\"quiesced\": \"True\"}"))).isNotNull();
  }

  @Test
  void aReceiptHasAnErrorOrIsGood() {
    var created = api.create(task());
    var receipt =
        """
        {"receipts": [{"side": "Source", "group": "default", "writer": "a", "target": "b",
         "bytes": 1, "ok": %s}]}
        """;
    var rule = "a receipt has an error if ok is false, and only then";
    api.refusesStatus(with(created, "/status", receipt.formatted("false")), rule);
    api.refusesStatus(with(created, "/status", receipt.formatted("true, \"error\": \"x\"")), rule);
    assertThat(api.updateStatus(with(created, "/status", receipt.formatted("true")))).isNotNull();
  }
}
