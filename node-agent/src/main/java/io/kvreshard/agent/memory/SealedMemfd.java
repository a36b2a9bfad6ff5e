package io.kvreshard.agent.memory;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import io.kvreshard.posix.Memfd;
import io.kvreshard.posix.Seal;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Optional;
import java.util.Set;

/**
 * A memfd that nobody can truncate: there is nothing to look at whether it is whole. An engine that
 * punches holes into it has zeros there, and the agent, which touches them next, is charged for
 * them.
 *
 * @param name for people
 * @param memfd stays with its owner
 */
record SealedMemfd(String name, Memfd memfd) implements Backing {

  /** Why the agent cannot use a memfd as the engine's memory; empty: it can. */
  static Optional<String> refusal(String name, Set<Seal> seals) {
    if (!seals.contains(Seal.F_SEAL_SHRINK)) {
      return Optional.of(
          "%s is no memfd that is sealed with F_SEAL_SHRINK: seal it before you give it"
              .formatted(name));
    }
    if (seals.contains(Seal.F_SEAL_WRITE) || seals.contains(Seal.F_SEAL_FUTURE_WRITE)) {
      return Optional.of(name + " is sealed against writing: the agent could not scatter into it");
    }
    return Optional.empty();
  }

  /**
   * Maps the engine's memory, which has exactly this size.
   *
   * @throws MemoryFailure REFUSED if it has another size, or if the engine has not touched all of
   *     it
   */
  Mapping map(long bytes) throws MemoryFailure {
    return mapUntouched(bytes).prefaulted();
  }

  /** Maps memory of the agent's own. */
  Mapping mapUntouched(long bytes) throws MemoryFailure {
    try (FileChannel channel = channel()) {
      return Mapping.whole(this, channel, bytes);
    } catch (IOException e) {
      throw new MemoryFailure(Kind.TRANSIENT, "cannot map %s: %s".formatted(this, e), e);
    }
  }

  /**
   * A channel of its own for each caller: the interrupt of a thread closes the one that it uses.
   */
  FileChannel channel() throws IOException {
    return memfd.channel();
  }

  @Override
  public void checkWhole(long bytes) {}

  @Override
  public MemoryFailure unreadable(long bytes) {
    return new MemoryFailure(Kind.TRANSIENT, "a page of %s cannot be read".formatted(this));
  }

  @Override
  public void close() {}

  @Override
  public String toString() {
    return "memfd " + name;
  }
}
