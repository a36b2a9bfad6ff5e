package io.kvreshard.crd.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.crd.KVSnapshotSpec;
import io.kvreshard.crd.PlacementRef;
import io.kvreshard.crd.SnapshotGroup;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.testing.Samples;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static Optional<String> nothing(PlacementRef ref) {
    return Optional.empty();
  }

  private static KVSnapshotSpec spec(SnapshotGroup... groups) {
    return new KVSnapshotSpec(SnapshotOrigin.Exported, "node-1", "engine", List.of(groups), null);
  }

  private static SnapshotGroup inline(String name, int tp) {
    return new SnapshotGroup(name, Samples.identity(), Samples.placement(tp), null);
  }

  private static SnapshotGroup referenced(PlacementRef ref) {
    return new SnapshotGroup("default", Samples.identity(), null, ref);
  }

  @Test
  void readsGroupsAscendingByName() {
    var groups =
        Documents.read(spec(inline("window", 2), inline("default", 4)), DocumentsTest::nothing);

    assertThat(groups).extracting(CacheGroup::name).containsExactly("default", "window");
    var first = groups.getFirst();
    assertThat(first.snapshot().tokenCount()).isEqualTo(1000);
    assertThat(first.snapshot().modelId()).isEqualTo("tiny-llama");
    assertThat(first.placement().resourceId()).isEqualTo("prompt-1");
    assertThat(first.placement().parts()).hasSize(4);
    assertThat(first.placement().part("tp3").orElseThrow().headStart()).isEqualTo(6);
    assertThat(first.placement().descriptor().layers().format()).isEqualTo("0-3");
  }

  @Test
  void whatIsWrittenIsReadBackWithTheSameDigests() {
    var groups =
        Documents.read(spec(inline("default", 4), inline("window", 8)), DocumentsTest::nothing);
    var written = Documents.write(groups);

    assertThat(written).containsExactly(inline("default", 4), inline("window", 8));
    assertThat(Documents.read(spec(written.toArray(SnapshotGroup[]::new)), DocumentsTest::nothing))
        .isEqualTo(groups);
  }

  /** A cache without values: DESIGN §3, "Key-only groups". */
  @Test
  void keysAloneAreWrittenAndReadBack() throws Exception {
    var tree = (ObjectNode) JSON.valueToTree(inline("default", 4));
    var descriptor = (ObjectNode) tree.at("/placement/descriptor");
    descriptor.remove("valueHeadDim");
    descriptor.putArray("components").add("Key");
    var keys = JSON.treeToValue((JsonNode) tree, SnapshotGroup.class);

    var groups = Documents.read(spec(keys), DocumentsTest::nothing);
    assertThat(groups.getFirst().placement().schema()).isEqualTo("kvreshard-placement/v1");
    assertThat(Documents.write(groups)).containsExactly(keys);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /snapshot/tokenCount                     | 0        | RANGE       | .snapshot.tokenCount
          /snapshot/tokenStart                     | -1       | RANGE       | .snapshot.tokenStart
          /snapshot/modelId                        | ""       | STRING      | .snapshot.modelId
          /snapshot/tokenFingerprint               | "abc"    | SHA256      | .snapshot.tokenFingerprint
          /placement/revision                      | ""       | LIMIT       | .placement.revision
          /placement/descriptor/layout             | "hnd"    | ENUM        | .placement.descriptor.layout
          /placement/descriptor/layers             | "3-1"    | INTEGER     | .placement.descriptor.layers
          /placement/descriptor/pageSize           | 0        | RANGE       | .placement.descriptor.pageSize
          /placement/descriptor/valueHeadDim       | null     | FIELDS      | .placement.descriptor
          /placement/descriptor/components         | ["Key"]  | FIELDS      | .placement.descriptor
          /placement/topology/tp                   | 1        | RANGE       | .placement.participants[1].rank
          /placement/topology/dp                   | 0        | RANGE       | .placement.topology.dp
          /placement/participants/1/id             | "tp0"    | DUPLICATE_ID| .placement.participants
          /placement/participants/1/rank/tp        | 0        | DUPLICATE_ID| .placement.participants[1].rank
          /placement/participants/1/layers         | "0-9"    | UNKNOWN_REF | .placement.participants[1].layers
          /placement/participants/1/layers         | "0-2"    | COVERAGE    | .placement.participants
          /placement/participants/1/heads/start    | 5        | RANGE       | .placement.participants[1].heads.start
          /placement/participants/1/heads/count    | 3        | COVERAGE    | .placement.participants
          /placement/participants/1/heads/count    | 0        | RANGE       | .placement.participants[1].heads.count
          /placement/participants/1/replica/ordinal| 1        | RANGE       | .placement.participants[1].replica.ordinal
          /placement/participants/1/replica/count  | 2        | COVERAGE    | .placement.participants
          """)
  void whatBreaksTheContractIsNamed(
      String pointer, String value, RejectionCategory category, String field) throws Exception {
    var group = (ObjectNode) JSON.valueToTree(inline("default", 2));
    var parent = (ObjectNode) group.at(pointer.substring(0, pointer.lastIndexOf('/')));
    parent.set(pointer.substring(pointer.lastIndexOf('/') + 1), JSON.readTree(value));
    var broken = JSON.treeToValue((JsonNode) group, SnapshotGroup.class);

    var error =
        catchThrowableOfType(
            RejectedFieldException.class,
            () -> Documents.read(spec(broken), DocumentsTest::nothing));
    assertThat(error.field()).isEqualTo("spec.groups[0]" + field);
    assertThat(error.rejection().category()).isEqualTo(category);
    assertThat(error).hasMessageStartingWith(error.field() + ": ");
  }

  @Test
  void groupNamesAreDistinct() {
    assertThatThrownBy(
            () ->
                Documents.read(
                    spec(inline("default", 2), inline("default", 2)), DocumentsTest::nothing))
        .isInstanceOf(RejectedFieldException.class)
        .hasMessage("spec.groups[1].name: \"default\" names two groups (duplicate_id)");
  }

  @Test
  void exactlyOnePlacementIsNeeded() {
    var none = new SnapshotGroup("default", Samples.identity(), null, null);
    assertThatThrownBy(() -> Documents.read(spec(none), DocumentsTest::nothing))
        .isInstanceOf(RejectedFieldException.class)
        .hasMessageStartingWith("spec.groups[0]: exactly one of placement and placementRef");
  }

  @Test
  void aReferencedPlacementIsRecomputed() {
    var placement =
        Documents.read(spec(inline("default", 8)), DocumentsTest::nothing).getFirst().placement();
    var ref = Documents.reference("placements", "tp8", placement);

    assertThat(Documents.read(spec(referenced(ref)), r -> Optional.of(placement.toJson())))
        .extracting(CacheGroup::placement)
        .containsExactly(placement);
  }

  @Test
  void aReferenceToNothingIsMissingNotWrong() {
    var ref = new PlacementRef("placements", "tp8", "c".repeat(64));
    assertThatThrownBy(() -> Documents.read(spec(referenced(ref)), DocumentsTest::nothing))
        .isInstanceOf(MissingPlacementException.class)
        .hasMessageContaining("'placements'")
        .hasMessageContaining("spec.groups[0].placementRef");
  }

  @Test
  void aReferenceToAnotherTextIsRefused() {
    var ref = new PlacementRef("placements", "tp8", "c".repeat(64));
    assertRefused(ref, "{}", "spec.groups[0].placementRef.sha256", RejectionCategory.IDENTITY);
  }

  @Test
  void aReferenceToAnInvalidTextIsRefused() {
    var text = "{}";
    var ref = new PlacementRef("placements", "tp8", Sha256.hex(text));
    assertRefused(ref, text, "spec.groups[0].placementRef", RejectionCategory.FIELDS);
  }

  @Test
  void aReferenceToAPlacementOfAnotherResourceIsRefused() {
    var placement =
        Documents.read(spec(inline("default", 8)), DocumentsTest::nothing).getFirst().placement();
    var other =
        Placement.fromJson(
            Placement.create(
                    "other",
                    placement.revision(),
                    placement.placementSetId(),
                    placement.topology(),
                    placement.descriptor(),
                    placement.parts().stream()
                        .map(
                            p ->
                                new Part(
                                    "other",
                                    p.revision(),
                                    p.placementSetId(),
                                    p.topologyId(),
                                    p.participantId(),
                                    p.rank(),
                                    p.descriptor(),
                                    p.layers(),
                                    p.headStart(),
                                    p.headCount(),
                                    p.replicaOrdinal(),
                                    p.replicaCount()))
                        .toList())
                .toJson());
    var ref = Documents.reference("placements", "tp8", other);
    assertRefused(ref, other.toJson(), "spec.groups[0].placementRef", RejectionCategory.IDENTITY);
  }

  @Test
  void whatACustomResourceCannotHoldIsNotWritten() {
    var small = Documents.read(spec(inline("default", 2)), DocumentsTest::nothing).getFirst();
    assertThatThrownBy(
            () ->
                Documents.write(
                    List.of(new CacheGroup("naïve", small.snapshot(), small.placement()))))
        .isInstanceOf(RejectedFieldException.class)
        .hasMessageStartingWith("spec.groups[0].name: \"na\\u00efve\" does not match");
    assertThatThrownBy(
            () ->
                Documents.write(
                    Collections.nCopies(
                        9, new CacheGroup("x", small.snapshot(), small.placement()))))
        .isInstanceOf(RejectedFieldException.class)
        .hasMessageStartingWith("spec.groups: 9 groups: at most 8");
  }

  private static void assertRefused(
      PlacementRef ref, String text, String field, RejectionCategory category) {
    var error =
        catchThrowableOfType(
            RejectedFieldException.class,
            () -> Documents.read(spec(referenced(ref)), r -> Optional.of(text)));
    assertThat(error.field()).isEqualTo(field);
    assertThat(error.rejection().category()).isEqualTo(category);
  }
}
