package io.kvreshard.agent.memory;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import io.kvreshard.posix.Descriptor;
import io.kvreshard.posix.Memfd;
import io.kvreshard.posix.PidFd;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Memory without a name that an engine's process and the agent have handed each other: closed when
 * the session ends. Thread-safe.
 */
public final class Handover {
  private static final int MAX_GIVEN = SharedFiles.MAX_FILES;

  private final Map<String, SealedMemfd> given = new HashMap<>();
  private final Map<String, Memfd> offered = new HashMap<>();
  private @Nullable PidFd process;
  private boolean connected;
  private boolean ended;

  /**
   * The process can take from now on what is offered to it.
   *
   * @param who ours from now on; empty if it cannot be seen from here
   */
  public synchronized void connected(Optional<PidFd> who) {
    connected = true;
    if (ended) {
      who.ifPresent(PidFd::close);
    } else {
      process = who.orElse(null);
    }
  }

  /**
   * The process at the other end; stays ours.
   *
   * @throws MemoryFailure REFUSED if it has not shown itself
   */
  synchronized PidFd process() throws MemoryFailure {
    if (process == null) {
      throw new MemoryFailure(
          Kind.REFUSED,
          "the agent does not know the engine's process: it must have connected to memory.sock in this session, and the agent must share the node's pid namespace (hostPID); or let the engine share its memory in another way");
    }
    return process;
  }

  /** It can no more. What was given stays. */
  public synchronized void disconnected() {
    connected = false;
  }

  /** Whether an offer would be heard. */
  synchronized boolean isConnected() {
    return connected && !ended;
  }

  /**
   * The process gives memory.
   *
   * @param descriptor ours from now on
   * @return why it is not taken
   */
  public synchronized Optional<String> give(String name, Descriptor descriptor) {
    Memfd memfd = new Memfd(descriptor);
    Optional<String> refusal = refusal(name, memfd);
    if (refusal.isPresent()) {
      memfd.close();
    } else {
      given.put(name, new SealedMemfd(name, memfd));
    }
    return refusal;
  }

  private Optional<String> refusal(String name, Memfd memfd) {
    if (ended) {
      return Optional.of("the session has ended");
    }
    if (given.containsKey(name)) {
      return Optional.of(name + " was given before: take another name");
    }
    if (given.size() >= MAX_GIVEN) {
      return Optional.of("%d memfds were given, which is the most".formatted(MAX_GIVEN));
    }
    try {
      return SealedMemfd.refusal(name, memfd.seals());
    } catch (IOException e) {
      return Optional.of("%s: %s".formatted(name, e.getMessage()));
    }
  }

  /** How many memfds of the process are open here. */
  public synchronized int givenCount() {
    return given.size();
  }

  /**
   * @throws MemoryFailure REFUSED if the process has not given it
   */
  synchronized SealedMemfd given(String name) throws MemoryFailure {
    SealedMemfd memfd = given.get(name);
    if (memfd == null) {
      throw new MemoryFailure(
          Kind.REFUSED, "the process gave no memfd %s in this session".formatted(name));
    }
    return memfd;
  }

  /**
   * The agent offers memory.
   *
   * @param memfd ours from now on
   */
  synchronized void offer(String name, Memfd memfd) {
    if (ended) {
      memfd.close();
    } else {
      offered.put(name, memfd);
    }
  }

  /** What the process may take; stays ours. */
  public synchronized Optional<Descriptor> offered(String name) {
    return Optional.ofNullable(offered.get(name)).map(Memfd::descriptor);
  }

  /** The offer is over. */
  synchronized void withdraw(String name) {
    Memfd memfd = offered.remove(name);
    if (memfd != null) {
      memfd.close();
    }
  }

  synchronized void end() {
    ended = true;
    if (process != null) {
      process.close();
      process = null;
    }
    given.values().forEach(g -> g.memfd().close());
    given.clear();
    offered.values().forEach(Memfd::close);
    offered.clear();
  }
}
