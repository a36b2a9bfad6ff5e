package io.kvreshard.core.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvreshard.core.Limits;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import java.util.Locale;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** CONTRACT §4.1–4.7: ids, digests and canonical texts, byte by byte. */
class DocumentConformanceTest {
  @TestFactory
  Stream<DynamicTest> snapshots() {
    return Cases.tests("snapshot", DocumentConformanceTest::snapshot);
  }

  @TestFactory
  Stream<DynamicTest> placements() {
    return Cases.tests("placement", DocumentConformanceTest::placement);
  }

  @TestFactory
  Stream<DynamicTest> mutatedPlacements() {
    return Cases.tests("placement_mutation", DocumentConformanceTest::mutatedPlacement);
  }

  private static void snapshot(JsonNode row) {
    JsonNode expect = row.get("expect");
    Snapshot snapshot = Cases.verdict(row, () -> Snapshot.fromJson(row.get("input").textValue()));
    if (snapshot != null) {
      assertThat(snapshot.id()).isEqualTo(expect.get("snapshot_id").textValue());
      assertThat(snapshot.digest()).isEqualTo(expect.get("snapshot_digest").textValue());
      assertThat(Long.toUnsignedString(snapshot.tokenEnd()))
          .isEqualTo(expect.get("token_end").asText());
      assertThat(snapshot.toJson()).isEqualTo(expect.get("wire").textValue());
      assertThat(Snapshot.fromJson(snapshot.toJson())).isEqualTo(snapshot);
    }
  }

  private static void placement(JsonNode row) {
    JsonNode expect = row.get("expect");
    Placement placement = Placement.fromJson(row.get("input").textValue(), Limits.COMPATIBLE);
    assertThat(placement.topology().id()).isEqualTo(expect.get("topology_id").textValue());
    assertThat(placement.id()).isEqualTo(expect.get("placement_id").textValue());
    assertThat(placement.digest()).isEqualTo(expect.get("placement_digest").textValue());
    assertThat(placement.toJson()).isEqualTo(expect.get("wire").textValue());
    assertThat(placement.dpRanks())
        .containsExactly(
            StreamSupport.stream(expect.get("dp_ranks").spliterator(), false)
                .flatMapToLong(rank -> LongStream.of(Long.parseUnsignedLong(rank.asText())))
                .toArray());
    partRoundTrip(placement, expect.get("part_wire").textValue());
    expect.get("fragment_ids").forEach(fragment -> fragmentId(placement, fragment));
  }

  private static void partRoundTrip(Placement placement, String wire) {
    Part part = Part.fromJson(wire);
    assertThat(part.toJson()).isEqualTo(wire);
    assertThat(placement.part(part.participantId())).contains(part);
  }

  private static void fragmentId(Placement placement, JsonNode fragment) {
    Part part = placement.part(fragment.get(0).textValue()).orElseThrow();
    long layer = Long.parseUnsignedLong(fragment.get(1).asText());
    Component component = Component.valueOf(fragment.get(2).textValue().toUpperCase(Locale.ROOT));
    assertThat(Long.toUnsignedString(part.headStart())).isEqualTo(fragment.get(3).asText());
    assertThat(Long.toUnsignedString(part.headCount())).isEqualTo(fragment.get(4).asText());
    assertThat(part.fragmentId(layer, component)).isEqualTo(fragment.get(5).textValue());
  }

  private static void mutatedPlacement(JsonNode row) {
    JsonNode expect = row.get("expect");
    Placement placement =
        Cases.verdict(
            row, () -> Placement.fromJson(row.get("input").textValue(), Limits.COMPATIBLE));
    if (placement != null) {
      assertThat(placement.toJson()).isEqualTo(expect.get("wire").textValue());
      assertThat(placement.digest()).isEqualTo(expect.get("placement_digest").textValue());
    }
  }
}
