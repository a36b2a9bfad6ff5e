package io.kvreshard.bench.transfer;

import io.kvreshard.agent.Agent;
import io.kvreshard.bench.Bound;
import io.kvreshard.bench.Bound.AtLeast;
import io.kvreshard.bench.Bound.AtMost;
import io.kvreshard.bench.Figure;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Consumer;

/** The figures of moving bytes. */
public final class TransferFigures {
  private static final int REPLICAS = 8;
  private static final int MOVES = 8;
  private static final int LOOK_MILLIS = 10;

  private final Stage stage;
  private final long bytes;
  private final Consumer<String> says;
  private final Consumer<Figure> found;

  private TransferFigures(Path memory, long bytes, Consumer<String> says, Consumer<Figure> found) {
    this.stage = new Stage(memory);
    this.bytes = bytes;
    this.says = says;
    this.found = found;
  }

  /**
   * Measures all.
   *
   * @param memory a folder of a file system in memory, with room for twice as much
   * @param bytes to move, each time
   * @param says is told what is done, and how much figures vary
   * @param found is told each figure as soon as it is known
   */
  public static void measure(
      Path memory, long bytes, Consumer<String> says, Consumer<Figure> found) {
    var figures = new TransferFigures(memory, bytes, says, found);
    figures.staged("rows-512", "staged, rows of 512 B", Shape.rows(512, bytes), 0.5);
    figures.staged("rows-256", "staged, rows of 256 B", Shape.rows(256, bytes), 0.4);
    figures.staged("contiguous", "staged, one run", Shape.contiguous(bytes), 0.75);
    figures.staged("pages", "staged, pages of 16 tokens, runs of 8 KiB", Shape.pages(bytes), 0.65);
    figures.transferTo();
    figures.assisted();
    figures.replicas();
    figures.resident();
    new ManyMoves(figures.stage, found).measure();
    figures.localRows(1, 0.45);
    figures.localRows(2, 0.85);
    figures.localRun(1);
    figures.localRun(2);
  }

  private void staged(String name, String what, Shape shape, double least) {
    stage.between(
        shape,
        (sender, receiver) -> {
          var ratio =
              Pairs.measure(
                  () -> Moves.one("staged", sender, receiver),
                  () -> Moves.one("plain", sender, receiver));
          // The last one must have been ours: plain bytes are in another order.
          Moves.one("staged", sender, receiver);
          Moves.requireRight(receiver);
          report(name, what + " + CRC ÷ plain", ratio, new AtLeast(least));
          allocation(name, sender, receiver);
        });
  }

  /** What the agent does not do, and why: nothing is summed in either. */
  private void transferTo() {
    stage.between(
        Shape.contiguous(bytes),
        (sender, receiver) ->
            report(
                "transfer-to",
                "one run by transferTo, nothing computed ÷ plain",
                Pairs.measure(
                    () -> Moves.one("transfer", sender, receiver),
                    () -> Moves.one("plain", sender, receiver)),
                new AtMost(1)));
  }

  /** The same source in both, once as the engine sees it. */
  private void assisted() {
    var shape = Shape.rows(512, bytes);
    stage.withEngine(
        shape,
        (sender, receiver) -> {
          var ratio =
              Pairs.measure(
                  () -> Moves.one("assisted", sender, receiver),
                  () -> Moves.one("staged", sender, receiver));
          Moves.one("assisted", sender, receiver);
          Moves.requireRight(receiver);
          report(
              "assisted",
              "rows of 512 B that another process gathers ÷ those in shared memory",
              ratio,
              new AtLeast(0.6));
        });
  }

  /** Of both ends together. */
  private void allocation(String name, EndProcess sender, EndProcess receiver) {
    long allocated = sender.ask("sampled " + receiver.tell("sampled"));
    receiver.tell("landed");
    allocated += receiver.ask("allocated");
    found.accept(
        new Figure(
            name + "-allocated",
            "heap memory that a chunk costs, at both ends together",
            (double) allocated / (bytes / 2.0 / Agent.CHUNK_BYTES),
            "B",
            new AtMost(0)));
  }

  private void replicas() {
    var shape = Shape.rows(512, bytes / REPLICAS).replicated(REPLICAS);
    stage.between(
        shape,
        (sender, receiver) -> {
          Moves.one("staged", sender, receiver);
          long before = Proc.loopbackBytes();
          Moves.one("staged", sender, receiver);
          double wire = Proc.loopbackBytes() - before;
          Moves.requireRight(receiver);
          found.accept(
              new Figure(
                  "replicas",
                  "eight replicas on one node: bytes on the wire ÷ bytes of the cache",
                  wire / shape.bytes(),
                  "x",
                  new AtMost(1.05)));
        });
  }

  /** Of that end which has more. */
  private void resident() {
    stage.between(
        Shape.rows(512, bytes),
        (sender, receiver) -> {
          var most = new LongAccumulator(Math::max, 0);
          try (var looks = Executors.newSingleThreadScheduledExecutor()) {
            var look =
                looks.scheduleWithFixedDelay(
                    () -> {
                      most.accumulate(sender.anonymousBytes());
                      most.accumulate(receiver.anonymousBytes());
                    },
                    0,
                    LOOK_MILLIS,
                    TimeUnit.MILLISECONDS);
            for (int i = 0; i < MOVES; i++) {
              Moves.one("staged", sender, receiver);
            }
            look.cancel(false);
          }
          double allowed = ((long) (EndProcess.HEAP_MEBIBYTES + 256) << 20) + Wiring.STAGING_BYTES;
          found.accept(
              new Figure(
                  "resident",
                  "memory of an agent's own in eight moves ÷ (heap + staging + 256 MiB)",
                  most.get() / allowed,
                  "x",
                  new AtMost(1)));
        });
  }

  private void localRows(int threads, double least) {
    stage.local(
        Shape.rows(512, bytes),
        end -> {
          var ratio = Pairs.measure(() -> end.ask("copy " + threads), () -> end.ask("gather"));
          Moves.requireRight(end);
          report(
              "local-rows-" + threads,
              "same node, rows of 512 B, threads: %d ÷ their gather by one".formatted(threads),
              ratio,
              new AtLeast(least));
        });
  }

  private void localRun(int threads) {
    stage.local(
        Shape.contiguous(bytes),
        end -> {
          var ratio =
              Pairs.measure(() -> end.ask("copy " + threads), () -> end.ask("memcpy " + threads));
          Moves.requireRight(end);
          report(
              "local-run-" + threads,
              "same node, one run, threads: %d ÷ memcpy by as many".formatted(threads),
              ratio,
              new AtLeast(0.9));
        });
  }

  private void report(String name, String what, Pairs.Ratio ratio, Bound bound) {
    says.accept(
        "%s: %.2f to %.2f in seven pairs; the yardstick moves %.2f GB/s"
            .formatted(name, ratio.least(), ratio.most(), bytes / ratio.yardstickNanos()));
    found.accept(new Figure(name, what, ratio.median(), "x", bound));
  }
}
