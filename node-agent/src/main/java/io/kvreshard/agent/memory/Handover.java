package io.kvreshard.agent.memory;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import io.kvreshard.posix.Descriptor;
import io.kvreshard.posix.Memfd;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Memory without a name that an engine's process and the agent have handed each other: closed when
 * the session ends. Thread-safe.
 */
public final class Handover {
  private static final int MAX_GIVEN = SharedFiles.MAX_FILES;

  private final Map<String, SealedMemfd> given = new HashMap<>();
  private final Map<String, Memfd> offered = new HashMap<>();
  private boolean connected;
  private boolean ended;

  /** The process can take from now on what is offered to it. */
  public synchronized void connected() {
    connected = true;
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
    given.values().forEach(g -> g.memfd().close());
    given.clear();
    offered.values().forEach(Memfd::close);
    offered.clear();
  }
}
