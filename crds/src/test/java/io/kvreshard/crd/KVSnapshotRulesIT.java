package io.kvreshard.crd;

import static io.kvreshard.crd.RawApi.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import io.kvreshard.crd.testing.Samples;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(ApiServerExtension.class)
class KVSnapshotRulesIT {
  private final ApiServer server;
  private final RawApi api;
  private String namespace = "";

  KVSnapshotRulesIT(ApiServer server) {
    this.server = server;
    api = new RawApi(server.client());
  }

  @BeforeEach
  void makeNamespace() {
    namespace = server.newNamespace("snapshot-rules");
  }

  private ObjectNode snapshot(SnapshotOrigin origin) {
    return api.tree(Samples.snapshot(namespace, "snapshot", origin, 2));
  }

  private ObjectNode reserved(String status) {
    return api.updateStatus(with(api.create(snapshot(SnapshotOrigin.Reserved)), "/status", status));
  }

  @Test
  void theSpecIsThere() {
    api.refusesCreation(
        with(snapshot(SnapshotOrigin.Exported), "/spec", null), "spec: Required value");
  }

  @Test
  void theSpecIsImmutable() {
    var created = api.create(snapshot(SnapshotOrigin.Exported));
    var rule = "spec is immutable: create another KVSnapshot";
    api.refusesUpdate(with(created, "/spec/nodeName", "\"node-2\""), rule);
    api.refusesUpdate(with(created, "/spec/nodeName", null), rule);
    api.refusesUpdate(with(created, "/spec/origin", "\"Reserved\""), rule);
    api.refusesUpdate(with(created, "/spec/groups/0/snapshot/tokenCount", "7"), rule);
  }

  private static final String CONTENTS = "{\"sha256\": \"" + "c".repeat(64) + "\", \"bytes\": %d}";

  @Test
  void contentsAreBoundedAndDoNotChange() {
    var object = snapshot(SnapshotOrigin.Exported);
    for (long bytes : new long[] {0, Contents.MOST_BYTES + 1}) {
      api.refusesCreation(
          with(object, "/spec/contents", CONTENTS.formatted(bytes)), "spec.contents.bytes");
    }
    api.refusesCreation(
        with(object, "/spec/contents", "{\"sha256\": \"C0\", \"bytes\": 1}"),
        "spec.contents.sha256");
    var rule = "spec is immutable: create another KVSnapshot";
    var created =
        api.create(with(object, "/spec/contents", CONTENTS.formatted(Contents.MOST_BYTES)));
    api.refusesUpdate(with(created, "/spec/contents/bytes", "7"), rule);
    api.refusesUpdate(with(created, "/spec/contents", null), rule);
  }

  @Test
  void reservedPagesHaveNoContentsOfTheirOwn() {
    api.refusesCreation(
        with(snapshot(SnapshotOrigin.Reserved), "/spec/contents", CONTENTS.formatted(1)),
        "spec.contents is only for spec.origin Exported");
    var filled = reserved("{\"phase\": \"Ready\", \"contents\": " + CONTENTS.formatted(1) + "}");
    assertThat(filled.at("/status/contents/bytes").asInt()).isOne();
  }

  @Test
  void aGroupHasExactlyOnePlacement() {
    var rule = "exactly one of placement and placementRef must be set";
    var both =
        "{\"configMap\": \"placements\", \"key\": \"tp8\", \"sha256\": \"" + "a".repeat(64) + "\"}";
    var object = snapshot(SnapshotOrigin.Exported);
    api.refusesCreation(with(object, "/spec/groups/0/placementRef", both), rule);
    api.refusesCreation(with(object, "/spec/groups/0/placement", null), rule);
    var referenced = with(object, "/spec/groups/0/placementRef", both);
    assertThat(api.create(with(referenced, "/spec/groups/0/placement", null))).isNotNull();
  }

  @Test
  void groupsAndParticipantsAreDistinct() {
    var object = snapshot(SnapshotOrigin.Exported);
    var group = object.requiredAt("/spec/groups/0").toString();
    api.refusesCreation(
        with(object, "/spec/groups", "[" + group + "," + group + "]"),
        "spec.groups[1]: Duplicate value");
    api.refusesCreation(
        with(object, "/spec/groups/0/placement/participants/1/id", "\"tp0\""),
        "spec.groups[0].placement.participants[1]: Duplicate value");
  }

  @Test
  void atMost256ParticipantsLieInTheObject() {
    var object = LargestObjects.snapshot(namespace, "large");
    var group = object.getSpec().groups().get(1);
    var one = group.placement();
    assertThat(one).isNotNull();
    var tree = api.tree(object);
    var extra = tree.requiredAt("/spec/groups/1/placement/participants/0").deepCopy();
    ((ObjectNode) extra).put("id", "one-more");
    ((ArrayNode) tree.requiredAt("/spec/groups/1/placement/participants")).add(extra);
    api.refusesCreation(tree, "at most 256 participants over all groups");
  }

  @Test
  void anOrdinalIsBelowTheCount() {
    api.refusesCreation(
        with(
            snapshot(SnapshotOrigin.Exported),
            "/spec/groups/0/placement/participants/1/replica",
            "{\"ordinal\": 2, \"count\": 2}"),
        "replica.ordinal must be below replica.count");
  }

  @Test
  void aDescriptorHasAValueDimensionOrSaysThatThereAreNoValues() {
    var rule = "a descriptor has either valueHeadDim or";
    var descriptor = "/spec/groups/0/placement/descriptor";
    var both = with(snapshot(SnapshotOrigin.Exported), descriptor + "/components", "[\"Key\"]");
    api.refusesCreation(both, rule);
    api.refusesCreation(
        with(snapshot(SnapshotOrigin.Exported), descriptor + "/valueHeadDim", null), rule);
    var _ = api.create(with(both, descriptor + "/valueHeadDim", null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Lost", "Released"})
  void theFinalPhasesAreFinal(String phase) {
    var ended = reserved("{\"phase\": \"" + phase + "\"}");
    var rule = "status.phase Lost and Released are final";
    api.refusesStatus(with(ended, "/status/phase", "\"Ready\""), rule);
    api.refusesStatus(with(ended, "/status/phase", null), rule);
    api.refusesStatus(with(ended, "/status", null), rule);
  }

  @Test
  void aClaimIsGivenUpBeforeAnotherJobGetsIt() {
    var claimed = reserved("{\"claim\": {\"jobUID\": \"job-1\", \"attempt\": 2}}");
    var rule = "status.claim belongs to one job until that gives it up";
    api.refusesStatus(with(claimed, "/status/claim/jobUID", "\"job-2\""), rule);
    api.refusesStatus(with(claimed, "/status/claim/attempt", "1"), rule);
    var next = api.updateStatus(with(claimed, "/status/claim/attempt", "3"));
    var free = api.updateStatus(with(next, "/status", "{}"));
    assertThat(
            api.updateStatus(
                with(free, "/status", "{\"claim\": {\"jobUID\": \"job-2\", \"attempt\": 1}}")))
        .isNotNull();
  }

  @Test
  void onlyAReservationIsClaimed() {
    var exported = api.create(snapshot(SnapshotOrigin.Exported));
    api.refusesStatus(
        with(exported, "/status", "{\"claim\": {\"jobUID\": \"job-1\", \"attempt\": 1}}"),
        "status.claim is only for snapshots of spec.origin Reserved");
  }

  private static final String NOISE =
      """
      [{"node": "node-1", "operation": "uid/1/0", "since": "2026-01-01T00:00:00Z",
        "reason": "AgentSilent", "message": "The agent is lost."}]
      """;

  @Test
  void aQuarantineNamesSomebody() {
    var rule = "status.quarantine must name somebody if status.phase is Quarantined";
    var created = api.create(snapshot(SnapshotOrigin.Reserved));
    var status = "{\"phase\": \"%s\", \"phaseAfterQuarantine\": \"Ready\", \"quarantine\": %s}";
    api.refusesStatus(with(created, "/status", status.formatted("Quarantined", "[]")), rule);
    api.refusesStatus(
        with(created, "/status", "{\"phase\": \"Ready\", \"quarantine\": " + NOISE + "}"), rule);
    assertThat(api.updateStatus(with(created, "/status", status.formatted("Quarantined", NOISE))))
        .isNotNull();
  }

  @Test
  void aQuarantineKnowsThePhaseBehindIt() {
    var rule = "status.phaseAfterQuarantine must be set if status.phase is Quarantined";
    var created = api.create(snapshot(SnapshotOrigin.Reserved));
    api.refusesStatus(
        with(created, "/status", "{\"phase\": \"Quarantined\", \"quarantine\": " + NOISE + "}"),
        rule);
    api.refusesStatus(
        with(created, "/status", "{\"phase\": \"Ready\", \"phaseAfterQuarantine\": \"Ready\"}"),
        rule);
  }

  @Test
  void aJobReadsOnce() {
    api.refusesStatus(
        with(
            api.create(snapshot(SnapshotOrigin.Exported)),
            "/status",
            "{\"readers\": [{\"jobUID\": \"job-1\"}, {\"jobUID\": \"job-1\"}]}"),
        "status.readers[1]: Duplicate value");
  }
}
