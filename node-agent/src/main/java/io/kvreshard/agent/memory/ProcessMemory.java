package io.kvreshard.agent.memory;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.core.stream.RunCursor;
import io.kvreshard.posix.MemoryReads;
import io.kvreshard.posix.PidFd;
import io.kvreshard.posix.PosixException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;

/**
 * Memory kind {@code process}: the agent reads the engine's own memory, and never writes to it.
 * Nothing is mapped: what the engine frees meanwhile fails that operation.
 */
final class ProcessMemory implements ParticipantMemory {
  private final PagedBinding binding;
  private final PidFd process;
  private final long[] addresses;
  private final Gate gate = new Gate(() -> {});

  private ProcessMemory(PagedBinding binding, PidFd process, long[] addresses) {
    this.binding = binding;
    this.process = process;
    this.addresses = addresses;
  }

  /**
   * Looks whether the agent may read it, at both ends of each region.
   *
   * @param process stays its owner's
   * @param addresses of the binding's regions, in their order
   * @throws MemoryFailure REFUSED if it may not
   */
  static ProcessMemory open(PagedBinding binding, PidFd process, long[] addresses)
      throws MemoryFailure {
    MemoryReads reads = new MemoryReads(process);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment ends = arena.allocate(2);
      for (int region = 0; region < addresses.length; region++) {
        reads.add(addresses[region], 1);
        reads.add(addresses[region] + binding.regions().get(region).bytes() - 1, 1);
        read(reads, ends, 0);
      }
    }
    return new ProcessMemory(binding, process, addresses);
  }

  /** Reads all that was added; ends of processes and of memory are failures of this operation. */
  static void read(MemoryReads reads, MemorySegment into, long at) throws MemoryFailure {
    boolean alive;
    try {
      alive = reads.read(into, at);
    } catch (ClosedChannelException e) {
      throw new MemoryFailure(Kind.TRANSIENT, "the engine's session has ended", e);
    } catch (PosixException e) {
      throw new MemoryFailure(
          Kind.REFUSED,
          e.forbidden()
              ? "the agent may not read the engine's memory (%s): it needs CAP_SYS_PTRACE, or the engine's user; or let the engine share its memory in another way"
                  .formatted(e.getMessage())
              : "the engine's memory is not where it says: " + e.getMessage(),
          e);
    } catch (IOException e) {
      throw new MemoryFailure(
          Kind.REFUSED, "the engine's memory is not where it says: " + e.getMessage(), e);
    }
    if (!alive) {
      throw new MemoryFailure(Kind.TRANSIENT, "the engine's process has ended");
    }
  }

  @Override
  public StreamSource source(DenseStream stream) {
    return new ProcessSource(
        RunCursor.open(stream, Side.SOURCE, binding), addresses, new MemoryReads(process), gate);
  }

  /**
   * @throws IllegalStateException always: who binds a target refuses this kind
   */
  @Override
  public StreamTarget target(DenseStream stream) {
    throw new IllegalStateException("another process's memory is only read");
  }

  @Override
  public boolean quiesce(Duration limit) throws InterruptedException {
    gate.shut();
    return gate.awaitQuiet(limit);
  }

  @Override
  public void close() {
    gate.shut();
  }
}
