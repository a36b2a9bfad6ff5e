package io.kvreshard.sim.engine;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.kvreshard.posix.Memfd;
import io.kvreshard.posix.Seal;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import io.kvreshard.sim.link.MemoryLink;
import io.kvreshard.sim.memory.KvMemory;
import io.kvreshard.sim.memory.Layouts;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.sim.model.Pages;
import io.kvreshard.sim.model.Shard;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * A worker's tensors and how the agent reaches them.
 *
 * @param file to be deleted at the end, if there is one
 * @param memfd to be given to the agent in each session, if there is one
 */
record WorkerMemory(KvMemory kv, TensorLayout layout, Optional<Path> file, Optional<Memfd> memfd)
    implements AutoCloseable {
  private static final String GIVEN = "kv";

  /** Allocates and touches all of it. */
  static WorkerMemory allocate(
      EngineConfig config, Shard shard, MemoryKind kind, Path directory, String instanceId)
      throws IOException {
    Pages pages = config.pages();
    long bytes = KvMemory.bytes(config, shard, pages);
    return switch (kind) {
      case ASSISTED -> {
        KvMemory kv = new KvMemory(config, shard, pages, Arena.ofAuto().allocate(bytes, 4096));
        yield new WorkerMemory(kv, Layouts.assisted(kv), Optional.empty(), Optional.empty());
      }
      case PROCESS -> {
        KvMemory kv = new KvMemory(config, shard, pages, Arena.ofAuto().allocate(bytes, 4096));
        yield new WorkerMemory(kv, Layouts.process(kv), Optional.empty(), Optional.empty());
      }
      case SHARED -> {
        String prefix = "kv-" + shard.participant() + "-";
        sweep(directory, prefix);
        Path file = directory.resolve(prefix + instanceId);
        KvMemory kv = new KvMemory(config, shard, pages, map(file, bytes));
        yield new WorkerMemory(
            kv,
            Layouts.shared(kv, file.getFileName().toString()),
            Optional.of(file),
            Optional.empty());
      }
      case MEMFD -> {
        Memfd memfd = Memfd.create("kv-" + shard.participant(), bytes);
        KvMemory kv = new KvMemory(config, shard, pages, map(memfd, bytes));
        yield new WorkerMemory(kv, Layouts.sealed(kv, GIVEN), Optional.empty(), Optional.of(memfd));
      }
    };
  }

  /** Removes what a killed predecessor left. */
  private static void sweep(Path directory, String prefix) throws IOException {
    try (DirectoryStream<Path> old = Files.newDirectoryStream(directory, prefix + "*")) {
      for (Path file : old) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static MemorySegment map(Path file, long bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file, CREATE_NEW, READ, WRITE)) {
      // The agent's user is not the engine's.
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
      channel.write(ByteBuffer.allocate(1), bytes - 1);
      return channel.map(MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
    }
  }

  private static MemorySegment map(Memfd memfd, long bytes) throws IOException {
    memfd.seal(Seal.F_SEAL_SHRINK, Seal.F_SEAL_GROW);
    try (FileChannel channel = memfd.channel()) {
      return channel.map(MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
    }
  }

  /** Gives the agent what has no name. */
  void give(MemoryLink link) throws IOException {
    if (memfd.isPresent()) {
      link.give(GIVEN, memfd.get());
    }
  }

  /** The layout as a worker with these troubles announces it. */
  TensorLayout announced(Set<Trouble> troubles) {
    if (troubles.contains(Trouble.OVERLAPPING_TENSORS)) {
      return overlapping();
    }
    return troubles.contains(Trouble.OVERHANGING_TENSOR) ? overhanging() : layout;
  }

  /** All of the last tensor's pages but the first lie past the end of the memory. */
  private TensorLayout overhanging() {
    int last = layout.getTensorsCount() - 1;
    var tensor = layout.getTensors(last);
    long end = layout.getSegments(0).getSizeBytes();
    return layout.toBuilder()
        .setTensors(last, tensor.toBuilder().setBase(end - tensor.getPageStride()))
        .build();
  }

  /** The layout with two tensors in one place. */
  private TensorLayout overlapping() {
    return layout.toBuilder()
        .setTensors(1, layout.getTensors(1).toBuilder().setBase(layout.getTensors(0).getBase()))
        .build();
  }

  @Override
  public void close() throws IOException {
    memfd.ifPresent(Memfd::close);
    if (file.isPresent()) {
      Files.deleteIfExists(file.get());
    }
  }
}
