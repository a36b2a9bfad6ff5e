package io.kvreshard.bench.transfer;

import io.kvreshard.agent.Agent;
import io.kvreshard.bench.Bound;
import io.kvreshard.bench.Bound.AtLeast;
import io.kvreshard.bench.Bound.AtMost;
import io.kvreshard.bench.Figure;
import io.kvreshard.bench.transfer.EndMain.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The figures of moving bytes. */
public final class TransferFigures {
  private static final int REPLICAS = 8;
  private static final int MOVES = 8;
  private static final int LOOK_MILLIS = 10;

  private final Path memory;
  private final long bytes;
  private final Consumer<String> says;
  private final Consumer<Figure> found;

  private TransferFigures(Path memory, long bytes, Consumer<String> says, Consumer<Figure> found) {
    this.memory = memory;
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
    figures.assisted();
    figures.replicas();
    figures.resident();
    figures.localRows(1, 0.45);
    figures.localRows(2, 0.85);
    figures.localRun(1);
    figures.localRun(2);
  }

  private void staged(String name, String what, Shape shape, double least) {
    between(
        shape,
        (sender, receiver) -> {
          var ratio =
              Pairs.measure(
                  () -> move("staged", sender, receiver), () -> move("plain", sender, receiver));
          // The last one must have been ours: plain bytes are in another order.
          move("staged", sender, receiver);
          requireRight(receiver);
          report(name, what + " + CRC ÷ plain", ratio, new AtLeast(least));
          allocation(name, sender, receiver);
        });
  }

  /** The same source in both, once as the engine sees it. */
  private void assisted() {
    var shape = Shape.rows(512, bytes);
    in(
        directory -> {
          try (var receiver = EndProcess.start(Role.RECEIVER, shape, directory);
              var sender = EndProcess.start(Role.SENDER, shape, directory);
              var _ = EndProcess.start(Role.ENGINE, shape, directory)) {
            var ratio =
                Pairs.measure(
                    () -> move("assisted", sender, receiver),
                    () -> move("staged", sender, receiver));
            move("assisted", sender, receiver);
            requireRight(receiver);
            report(
                "assisted",
                "rows of 512 B that another process gathers ÷ those in shared memory",
                ratio,
                new AtLeast(0.6));
          }
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

  private static long move(String way, EndProcess sender, EndProcess receiver) {
    long nanos = sender.ask(way + " " + receiver.tell(way.equals("assisted") ? "staged" : way));
    receiver.tell("landed");
    return nanos;
  }

  private void replicas() {
    var shape = Shape.rows(512, bytes / REPLICAS).replicated(REPLICAS);
    between(
        shape,
        (sender, receiver) -> {
          move("staged", sender, receiver);
          long before = Proc.loopbackBytes();
          move("staged", sender, receiver);
          double wire = Proc.loopbackBytes() - before;
          requireRight(receiver);
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
    between(
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
              move("staged", sender, receiver);
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

  private void between(Shape shape, BiConsumer<EndProcess, EndProcess> measured) {
    in(
        directory -> {
          try (var receiver = EndProcess.start(Role.RECEIVER, shape, directory);
              var sender = EndProcess.start(Role.SENDER, shape, directory)) {
            measured.accept(sender, receiver);
          }
        });
  }

  private void localRows(int threads, double least) {
    local(
        Shape.rows(512, bytes),
        end -> {
          var ratio = Pairs.measure(() -> end.ask("copy " + threads), () -> end.ask("gather"));
          requireRight(end);
          report(
              "local-rows-" + threads,
              "same node, rows of 512 B, threads: %d ÷ their gather by one".formatted(threads),
              ratio,
              new AtLeast(least));
        });
  }

  private void localRun(int threads) {
    local(
        Shape.contiguous(bytes),
        end -> {
          var ratio =
              Pairs.measure(() -> end.ask("copy " + threads), () -> end.ask("memcpy " + threads));
          requireRight(end);
          report(
              "local-run-" + threads,
              "same node, one run, threads: %d ÷ memcpy by as many".formatted(threads),
              ratio,
              new AtLeast(0.9));
        });
  }

  private void local(Shape shape, Consumer<EndProcess> measured) {
    in(
        directory -> {
          try (var end = EndProcess.start(Role.LOCAL, shape, directory)) {
            measured.accept(end);
          }
        });
  }

  private static void requireRight(EndProcess end) {
    long wrong = end.ask("wrong");
    if (wrong > 0) {
      throw new IllegalStateException(wrong + " rows are not what was sent");
    }
  }

  private void report(String name, String what, Pairs.Ratio ratio, Bound bound) {
    says.accept(
        "%s: %.2f to %.2f in seven pairs; the yardstick moves %.2f GB/s"
            .formatted(name, ratio.least(), ratio.most(), bytes / ratio.yardstickNanos()));
    found.accept(new Figure(name, what, ratio.median(), "x", bound));
  }

  /** In a folder of its own, which goes. */
  private void in(Consumer<Path> measured) {
    try {
      var directory = Files.createTempDirectory(memory, "kvreshard-bench-");
      try {
        measured.accept(directory);
      } finally {
        try (var files = Files.walk(directory)) {
          files.sorted(Comparator.reverseOrder()).forEach(TransferFigures::delete);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
