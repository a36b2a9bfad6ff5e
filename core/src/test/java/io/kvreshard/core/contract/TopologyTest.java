package io.kvreshard.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyTest {
  private static final Participant FIRST = new Participant("a", new Rank(0, 0, 0));
  private static final Participant LAST = new Participant("b", new Rank(1, 2, 3));

  @Test
  void sortsItsParticipants() {
    Topology topology = Topology.create(2, 3, 4, List.of(LAST, FIRST));
    assertThat(topology.participants()).containsExactly(FIRST, LAST);
    assertThat(topology.dpSize()).isEqualTo(2);
    assertThat(topology.ppSize()).isEqualTo(3);
    assertThat(topology.tpSize()).isEqualTo(4);
    assertThat(topology)
        .hasToString("Topology[2 participants, " + topology.id() + "]")
        .isEqualTo(Topology.create(2, 3, 4, List.of(FIRST, LAST)))
        .hasSameHashCodeAs(Topology.create(2, 3, 4, List.of(FIRST, LAST)))
        .isNotEqualTo(Topology.create(2, 3, 5, List.of(FIRST, LAST)))
        .isNotEqualTo(topology.id());
  }

  /** Each size must exceed the ranks of its axis. */
  @ParameterizedTest
  @CsvSource({
    "0,3,4,/dp_size", "2,0,4,/pp_size", "2,3,0,/tp_size",
    "1,3,4,/participants/1/rank", "2,2,4,/participants/1/rank", "2,3,3,/participants/1/rank"
  })
  void refusesSizesThatAreTooSmall(long dp, long pp, long tp, String pointer) {
    assertRefused(dp, pp, tp, List.of(FIRST, LAST), pointer);
  }

  @Test
  void refusesParticipantsThatAreNone() {
    assertRefused(1, 1, 1, List.of(), "/participants");
    assertRefused(
        1, 1, 2, List.of(FIRST, new Participant("a", new Rank(0, 0, 1))), "/participants");
    assertRefused(
        1, 1, 1, List.of(FIRST, new Participant("b", FIRST.rank())), "/participants/1/rank");
  }

  @Test
  void refusesMoreParticipantsThanItems() {
    List<Participant> most = participants(Limits.ITEMS);
    assertThat(Topology.create(1, 1, Limits.ITEMS, most).participants()).hasSize(Limits.ITEMS);
    assertRefused(1, 1, 1 << 20, participants(Limits.ITEMS + 1), "/participants");
  }

  private static List<Participant> participants(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Participant("p" + i, new Rank(0, 0, i)))
        .toList();
  }

  private static void assertRefused(
      long dp, long pp, long tp, List<Participant> participants, String pointer) {
    assertThatThrownBy(() -> Topology.create(dp, pp, tp, participants))
        .isInstanceOfSatisfying(
            RejectedException.class, e -> assertThat(e.rejection().pointer()).startsWith(pointer));
  }
}
