package io.kvreshard.agent.share;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class FairLineTest {
  private static final int CHUNK = 1000;

  private final FairLine<String> line = new FairLine<>();

  private FairLine.Place<String> place(String who, Stake stake) {
    return line.place(who, stake.in(line));
  }

  private static Stake priority(long priority) {
    return Stake.ofPriority(priority);
  }

  /** Who is served how often, if all want more as soon as they got something. */
  private Map<String, Integer> turns(int count, List<FairLine.Place<String>> places) {
    places.forEach(place -> line.join(place, CHUNK));
    Map<String, Integer> turns = new HashMap<>();
    for (int i = 0; i < count; i++) {
      var next = Objects.requireNonNull(line.first());
      turns.merge(next.who(), 1, Integer::sum);
      line.serve(next);
      line.join(next, CHUNK);
    }
    return turns;
  }

  @Test
  void equalsTakeTurns() {
    var turns = turns(60, List.of(place("a", priority(5)), place("b", priority(5))));
    assertThat(turns).containsOnly(Map.entry("a", 30), Map.entry("b", 30));
  }

  @Test
  void twoStepsOfPriorityAreTwiceAsMuch() {
    for (long low = 0; low <= 7; low++) {
      var turns =
          turns(300, List.of(place("low", priority(low)), place("high", priority(low + 2))));
      assertThat(turns.get("high")).isBetween(198, 202);
    }
  }

  @Test
  void theLowestIsServedBesideTheHighest() {
    var turns = turns(250, List.of(place("low", priority(0)), place("high", priority(9))));
    assertThat(turns.get("low")).isBetween(10, 11);
  }

  @Test
  void hundredStreamsOfOneOperationCountAsOne() {
    var many = priority(5);
    var places = new ArrayList<FairLine.Place<String>>();
    for (int i = 0; i < 100; i++) {
      places.add(place("many", many));
    }
    places.add(place("one", priority(5)));
    assertThat(turns(200, places).get("one")).isBetween(99, 101);
  }

  @Test
  void whatIsNotAskedForIsNotSaved() {
    var busy = place("busy", priority(5));
    var idle = place("idle", priority(5));
    turns(100, List.of(busy));
    line.leave(busy);
    var turns = turns(20, List.of(busy, idle));
    assertThat(turns.get("idle")).isBetween(9, 11);
  }

  @Test
  void whoAsksForMoreWaitsLonger() {
    var large = place("large", priority(5));
    var small = place("small", priority(5));
    line.join(large, 10 * CHUNK);
    line.join(small, CHUNK);
    var served = new ArrayList<String>();
    for (int i = 0; i < 12; i++) {
      var next = Objects.requireNonNull(line.first());
      served.add(next.who());
      line.serve(next);
      line.join(next, next == large ? 10 * CHUNK : CHUNK);
    }
    assertThat(served).containsSubsequence("large", "small", "large");
    assertThat(served.stream().filter("large"::equals)).hasSize(2);
  }

  @Test
  void whoLeavesIsNotServed() {
    var a = place("a", priority(5));
    var b = place("b", priority(5));
    line.join(a, CHUNK);
    line.join(b, CHUNK);
    assertThat(line.leave(a)).isTrue();
    assertThat(line.leave(a)).isFalse();
    assertThat(line.first()).isSameAs(b);
    assertThat(line.length()).isOne();
  }

  @Test
  void someMayBePassedOver() {
    line.join(place("a", priority(5)), CHUNK);
    line.join(place("b", priority(5)), CHUNK);
    assertThat(line.first("b"::equals)).isNotNull().matches(next -> next.who().equals("b"));
    assertThat(line.first("c"::equals)).isNull();
  }
}
