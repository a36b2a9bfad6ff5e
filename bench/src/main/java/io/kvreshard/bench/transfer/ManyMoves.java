package io.kvreshard.bench.transfer;

import io.kvreshard.bench.Bound.AtMost;
import io.kvreshard.bench.Figure;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A thousand small moves that begin at once: none fails, and nothing of them stays. */
record ManyMoves(Stage stage, Consumer<Figure> found) {
  private static final int COUNT = 1000;
  private static final long BYTES = 1 << 20;
  private static final Duration MOMENT = Duration.ofSeconds(10);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  void measure() {
    stage.between(Shape.contiguous(BYTES), this::measure);
  }

  private void measure(EndProcess sender, EndProcess receiver) {
    // What the first ones make for all others stays.
    atOnce(sender, receiver);
    var sending = sender.held();
    var receiving = receiver.held();
    long failed = atOnce(sender, receiver);
    Moves.requireRight(receiver);
    found.accept(
        new Figure(
            "many-failed",
            "1,000 moves of 1 MiB at once: how many fail",
            failed,
            "moves",
            new AtMost(0)));
    found.accept(
        new Figure(
            "many-held",
            "descriptors, mappings, threads: what one end has more of after them, at most",
            Math.max(more(sender, sending), more(receiver, receiving)),
            "",
            new AtMost(0)));
  }

  private static long atOnce(EndProcess sender, EndProcess receiver) {
    long failed = sender.ask("many " + receiver.tell("many " + COUNT));
    receiver.tell("landed");
    return failed;
  }

  /** Threads and connections that are about to end are given a moment. */
  private static long more(EndProcess end, Proc.Held before) {
    long deadline = System.nanoTime() + MOMENT.toNanos();
    while (end.held().moreThan(before) > 0 && System.nanoTime() < deadline) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return end.held().moreThan(before);
  }
}
