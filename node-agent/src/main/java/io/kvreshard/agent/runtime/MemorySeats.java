package io.kvreshard.agent.runtime;

import io.kvreshard.agent.memory.Handover;
import io.kvreshard.agent.stream.Token;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sessions of one pod as memory.sock knows them, at most as many as the pod has streams. A
 * token is compared with every one that is expected in constant time. Thread-safe.
 */
final class MemorySeats {
  private final int maxGiven;
  private final SecureRandom random = new SecureRandom();
  private final List<MemorySeat> expected = new ArrayList<>();
  private final List<MemorySeat> taken = new ArrayList<>();

  /**
   * @param maxGiven memfds of all processes of the pod together: each is a descriptor of the agent
   */
  MemorySeats(int maxGiven) {
    this.maxGiven = maxGiven;
  }

  /** A new seat, until {@link #end}. */
  synchronized MemorySeat reserve(RuntimeIdentity who, Handover handover) {
    MemorySeat seat = new MemorySeat(who, Token.random(random), handover);
    expected.add(seat);
    return seat;
  }

  /** The seat that this token opens; the token is used up. */
  synchronized Optional<MemorySeat> redeem(Token token) {
    Optional<MemorySeat> found = Optional.empty();
    for (MemorySeat seat : expected) {
      if (seat.token().matches(token)) {
        found = Optional.of(seat);
      }
    }
    found.ifPresent(expected::remove);
    found.ifPresent(taken::add);
    return found;
  }

  /** Why the pod may give no more; empty: it may. */
  synchronized Optional<String> full() {
    int given = taken.stream().mapToInt(seat -> seat.handover().givenCount()).sum();
    return given < maxGiven
        ? Optional.empty()
        : Optional.of(
            "the processes of this pod have given %d memfds, which is the most".formatted(given));
  }

  /** The seat's session has ended. */
  void end(MemorySeat seat) {
    synchronized (this) {
      expected.remove(seat);
      taken.remove(seat);
    }
    seat.end();
  }
}
