package io.kvreshard.e2e.failpoint;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Lanes that share cases, each on a thread of its own. */
final class Crew {
  private final Queue<Case> left;
  private final BooleanSupplier hasTime;
  private final BlockingQueue<Optional<Outcome>> done = new LinkedBlockingQueue<>();
  private int working;

  private Crew(List<Lane> lanes, List<Case> cases, BooleanSupplier hasTime) {
    this.left = new ConcurrentLinkedQueue<>(cases);
    this.hasTime = hasTime;
    this.working = lanes.size();
    lanes.forEach(lane -> Thread.ofPlatform().daemon().start(() -> work(lane)));
  }

  /** Sets lanes to work; what comes of the cases, as it comes. */
  static Stream<Outcome> walk(List<Lane> lanes, List<Case> cases, BooleanSupplier hasTime) {
    var crew = new Crew(lanes, cases, hasTime);
    return Stream.generate(crew::next).takeWhile(Optional::isPresent).map(Optional::orElseThrow);
  }

  private void work(Lane lane) {
    try {
      for (var next = left.poll(); next != null && hasTime.getAsBoolean(); next = left.poll()) {
        done.add(Optional.of(walk(lane, next)));
      }
    } finally {
      done.add(Optional.empty());
    }
  }

  private static Outcome walk(Lane lane, Case what) {
    try {
      return lane.walk(what);
    } catch (RuntimeException | AssertionError e) {
      return new Outcome(
          what, "unknown", false, Duration.ZERO, List.of("the walk failed: " + e), "");
    }
  }

  /** Empty when all lanes have come to their end. */
  private Optional<Outcome> next() {
    try {
      var outcome = done.take();
      while (outcome.isEmpty() && --working > 0) {
        outcome = done.take();
      }
      return outcome;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
