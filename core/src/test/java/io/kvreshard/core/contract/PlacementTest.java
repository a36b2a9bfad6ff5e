package io.kvreshard.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.Rejection;
import io.kvreshard.core.RejectionCategory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PlacementTest {
  private static final Descriptor MODEL = Models.model(4, 8);
  private static final Placement TP2 = Models.tensorParallel("a", MODEL, 2);

  @Test
  void findsPartsByParticipant() {
    assertThat(TP2.part("a-p0-t1"))
        .hasValueSatisfying(part -> assertThat(part.headStart()).isEqualTo(4));
    assertThat(TP2.part("nobody")).isEmpty();
    assertThat(TP2.dpRanks()).containsExactly(0);
  }

  @Test
  void doesNotDependOnTheOrderOfParts() {
    List<Part> reversed = new ArrayList<>(TP2.parts());
    Collections.reverse(reversed);
    assertThat(with(reversed)).isEqualTo(TP2).hasToString(TP2.toString());
    assertThat(Placement.fromJson(TP2.toJson())).isEqualTo(TP2);
  }

  @Test
  void isEqualByContent() {
    Placement tp4 = Models.tensorParallel("a", MODEL, 4);
    assertThat(TP2)
        .isNotEqualTo(tp4)
        .isNotEqualTo(TP2.id())
        .hasSameHashCodeAs(Models.tensorParallel("a", MODEL, 2))
        .hasToString("Placement[" + TP2.id() + "]");
    for (Part part : tp4.parts()) {
      assertThat(tp4.part(part.participantId())).contains(part);
    }
  }

  @Test
  void namesThePartThatDisagrees() {
    assertRejected(
        second(part -> part(part, part.layers(), 4, 4, 0, 1, "r2")),
        new Rejection(
            RejectionCategory.IDENTITY,
            "/parts/1/revision",
            "revision is \"r2\", but must be \"r1\""));
  }

  @Test
  void namesTheHole() {
    assertRejected(
        second(part -> part(part, part.layers(), 5, 3, 0, 1, "r1")),
        new Rejection(
            RejectionCategory.COVERAGE,
            "/parts",
            "layer 0 of data-parallel rank 0: nobody holds heads 4..5"));
    assertRejected(
        second(part -> part(part, LayerSet.of(0, 1, 3), 4, 4, 0, 1, "r1")),
        new Rejection(
            RejectionCategory.COVERAGE,
            "/parts",
            "layer 2 of data-parallel rank 0: nobody holds heads 4..8"));
  }

  @Test
  void namesTheUndeclaredReplica() {
    List<Part> parts =
        TP2.parts().stream().map(part -> part(part, part.layers(), 0, 8, 0, 1, "r1")).toList();
    assertRejected(
        parts,
        new Rejection(
            RejectionCategory.COVERAGE,
            "/parts",
            "layer 0 of data-parallel rank 0: 2 participants hold heads 0..8,"
                + " but participant \"a-p0-t0\" declares replica 0 of 1"));
  }

  @Test
  void leavesPartsWithoutLayersAlone() {
    List<Part> parts =
        List.of(
            part(TP2.parts().get(0), MODEL.layers(), 0, 8, 0, 1, "r1"),
            part(TP2.parts().get(1), LayerSet.of(), 3, 2, 5, 9, "r1"));
    assertThat(with(parts).part("a-p0-t1")).isPresent();
  }

  @Test
  void boundsWorkBeforeItWorks() {
    Descriptor many = Models.model(Limits.ITEMS, 1);
    assertThat(Models.tensorParallel("a", many, 41).parts()).hasSize(41);
    assertThatThrownBy(() -> Models.tensorParallel("a", many, 42))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("parts * layers = 4200000 steps: at most 4194304 are allowed");
  }

  @Test
  void boundsWorkAsUpstreamDoes() {
    Descriptor many = Models.model(Limits.ITEMS, 1);
    String largest = Models.tensorParallel("a", many, 10).toJson();
    assertThat(Placement.fromJson(largest, Limits.COMPATIBLE).parts()).hasSize(10);
    Placement eleven = Models.tensorParallel("a", many, 11);
    assertThatThrownBy(() -> again(eleven, Limits.COMPATIBLE))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("parts^2 * layers = 12100000 steps: at most 10000000 are allowed");
    assertThat(again(eleven, Limits.PRODUCTION)).isEqualTo(eleven);
  }

  /** Ranks whose hash codes are all the same must not make the check quadratic. */
  @Test
  @Timeout(value = 20, unit = TimeUnit.SECONDS)
  void staysFastAgainstChosenHashes() {
    List<Participant> participants =
        IntStream.range(0, Limits.ITEMS)
            .mapToObj(i -> new Participant("p" + i, new Rank(0, i, -31L * i & 0xFFFF_FFFFL)))
            .toList();
    assertThat(participants.stream().map(p -> p.rank().hashCode()).distinct().count())
        .isLessThan(10);
    Topology topology = Topology.create(1, Limits.ITEMS, 1L << 33, participants);
    assertThat(topology.participants()).hasSize(Limits.ITEMS);
  }

  private static Placement again(Placement placement, Limits limits) {
    return Placement.create(
        placement.resourceId(),
        placement.revision(),
        placement.placementSetId(),
        placement.topology(),
        placement.descriptor(),
        placement.parts(),
        limits);
  }

  private static void assertRejected(List<Part> parts, Rejection expected) {
    assertThat(catchThrowableOfType(RejectedException.class, () -> with(parts)).rejection())
        .isEqualTo(expected);
  }

  private static List<Part> second(UnaryOperator<Part> change) {
    return List.of(TP2.parts().get(0), change.apply(TP2.parts().get(1)));
  }

  private static Placement with(List<Part> parts) {
    return Placement.create(Models.RESOURCE, "r1", "a", TP2.topology(), MODEL, parts);
  }

  private static Part part(
      Part part,
      LayerSet layers,
      long headStart,
      long headCount,
      long ordinal,
      long replicas,
      String revision) {
    return new Part(
        part.resourceId(),
        revision,
        part.placementSetId(),
        part.topologyId(),
        part.participantId(),
        part.rank(),
        part.descriptor(),
        layers,
        headStart,
        headCount,
        ordinal,
        replicas);
  }
}
