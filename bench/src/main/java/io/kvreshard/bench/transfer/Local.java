package io.kvreshard.bench.transfer;

import io.kvreshard.agent.Agent;
import io.kvreshard.agent.concurrent.Crew;
import io.kvreshard.agent.memory.CopyThreads;
import io.kvreshard.agent.memory.LocalCopy;
import io.kvreshard.agent.memory.ParticipantMemory;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.plan.PlanSet;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Source and target on one node. It answers how many nanoseconds something has taken. */
final class Local implements End {
  private final Arena arena;
  private final Wiring wiring;
  private final Shape shape;
  private final PlanSet plans;
  private final Cache source;
  private final List<Cache> targets;
  private final ParticipantMemory from;
  private final List<ParticipantMemory> to;

  private Local(
      Arena arena,
      Wiring wiring,
      Shape shape,
      Cache source,
      List<Cache> targets,
      ParticipantMemory from,
      List<ParticipantMemory> to) {
    this.arena = arena;
    this.wiring = wiring;
    this.shape = shape;
    this.plans = shape.plans();
    this.source = source;
    this.targets = targets;
    this.from = from;
    this.to = to;
  }

  static Local open(Shape shape, Path directory) throws Exception {
    var arena = Arena.ofShared();
    var wiring = new Wiring(directory);
    var source = Cache.of(shape, Side.SOURCE, directory, arena).getFirst();
    source.fill();
    var targets = Cache.of(shape, Side.TARGET, directory, arena);
    var to = new ArrayList<ParticipantMemory>();
    for (var target : targets) {
      to.add(target.open(wiring.session));
    }
    return new Local(arena, wiring, shape, source, targets, source.open(wiring.session), to);
  }

  @Override
  public String obey(String... command) throws Exception {
    if (command[0].equals("wrong")) {
      return Long.toString(targets.stream().mapToLong(Cache::wrongRows).sum());
    }
    long start = System.nanoTime();
    switch (command[0]) {
      case "copy" -> copy(Integer.parseInt(command[1]));
      case "gather" -> gather();
      case "memcpy" -> memcpy(Integer.parseInt(command[1]));
      default -> throw new IllegalArgumentException("what is " + command[0]);
    }
    return Long.toString(System.nanoTime() - start);
  }

  /** As an operation does. */
  private void copy(int threads) throws Exception {
    try (var copying = new CopyThreads(threads)) {
      for (int i = 0; i < targets.size(); i++) {
        var stream = LocalCopy.stream(plans, source.binding(), targets.get(i).binding());
        var copy = LocalCopy.inOnePass(stream, from, to.get(i), copying, _ -> {}).orElseThrow();
        while (copy.next(LocalCopy.PIECE_BYTES) > 0) {}
      }
    }
  }

  /** The yardstick for rows: one loop of a thread brings each to its place in a buffer. */
  private void gather() {
    try (var scratch = Arena.ofConfined()) {
      var buffer = scratch.allocate(Agent.CHUNK_BYTES, 4096);
      int rows = Agent.CHUNK_BYTES / shape.rowBytes();
      int filled = 0;
      for (int plane = 0; plane < 2 * shape.layers(); plane++) {
        for (int head = 0; head < shape.heads(); head++) {
          for (int token = 0; token < shape.tokens(); token++) {
            MemorySegment.copy(
                source.memory(),
                source.row(plane, token, head),
                buffer,
                (long) filled * shape.rowBytes(),
                shape.rowBytes());
            filled = (filled + 1) % rows;
          }
        }
      }
    }
  }

  /** The yardstick for long runs. */
  private void memcpy(int threads) throws Exception {
    var works = new ArrayList<Crew.Work>();
    long share = source.memory().byteSize() / threads;
    for (int i = 0; i < threads; i++) {
      long at = i * share;
      works.add(
          () -> MemorySegment.copy(source.memory(), at, targets.getFirst().memory(), at, share));
    }
    Crew.runAll("memcpy", works);
  }

  @Override
  public void close() {
    from.close();
    to.forEach(ParticipantMemory::close);
    wiring.close();
    arena.close();
  }
}
