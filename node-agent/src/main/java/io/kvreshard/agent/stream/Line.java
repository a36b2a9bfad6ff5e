package io.kvreshard.agent.stream;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.share.Claim;
import io.kvreshard.agent.share.FairLine;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Permits for those who stand in line, in the order of {@link FairLine}. Nobody overtakes the one
 * who is next, not even one who wants less: all get their turn. Only those whose peer has half of
 * all permits are passed over until it gives some back: one peer that hangs does not hold up the
 * others. Thread-safe.
 */
final class Line {
  private final ReentrantLock lock = new ReentrantLock();
  private final FairLine<Place> places = new FairLine<>();
  private final Map<String, Integer> heldByPeer = new HashMap<>();
  private final int longest;
  private final int mostOfPeer;
  private int free;

  /**
   * @param permits that there are; nobody may want more
   * @param longest how many may stand in line
   */
  Line(int permits, int longest) {
    this.free = permits;
    this.longest = longest;
    this.mostOfPeer = permits / 2;
  }

  /**
   * Goes to the line.
   *
   * @throws FailedException AgentBusy if the line is too long
   */
  Place join(int wanted, Claim claim) throws FailedException {
    lock.lock();
    try {
      if (places.length() >= longest) {
        throw new FailedException(
            FailureReason.AgentBusy,
            "%d streams of this node already wait for staging memory".formatted(longest));
      }
      return new Place(wanted, claim);
    } finally {
      lock.unlock();
    }
  }

  /** Permits come back. */
  void give(int permits, String peer) {
    lock.lock();
    try {
      free += permits;
      heldByPeer.merge(peer, -permits, (a, b) -> a + b == 0 ? null : a + b);
      callNext();
    } finally {
      lock.unlock();
    }
  }

  /** Permits that nobody has. */
  int free() {
    lock.lock();
    try {
      return free;
    } finally {
      lock.unlock();
    }
  }

  /** How many stand in line. */
  int length() {
    lock.lock();
    try {
      return places.length();
    } finally {
      lock.unlock();
    }
  }

  /** Whose turn it is; null: nobody's. */
  private @Nullable Place next() {
    var first = places.first(this::peerMay);
    return first == null || first.who().wanted > free ? null : first.who();
  }

  private boolean peerMay(Place place) {
    int held = heldByPeer.getOrDefault(place.peer, 0);
    return held == 0 || held + place.wanted <= mostOfPeer;
  }

  private void callNext() {
    Place next = next();
    if (next != null) {
      next.turn.signal();
    }
  }

  /** A place in the line, until its turn has come or it is given up. For one thread. */
  final class Place implements AutoCloseable {
    private final Condition turn = lock.newCondition();
    private final int wanted;
    private final String peer;
    private final FairLine.Place<Place> inLine;

    private Place(int wanted, Claim claim) {
      this.wanted = wanted;
      this.peer = claim.peer();
      this.inLine = places.place(this, claim.stake().in(places));
      places.join(inLine, wanted);
    }

    /**
     * Waits a little, without losing the place.
     *
     * @return whether the permits are the caller's now
     */
    boolean await(Duration time) throws InterruptedException {
      lock.lockInterruptibly();
      try {
        long nanos = time.toNanos();
        while (next() != this) {
          if (nanos <= 0) {
            return false;
          }
          nanos = turn.awaitNanos(nanos);
        }
        places.serve(inLine);
        free -= wanted;
        heldByPeer.merge(peer, wanted, Integer::sum);
        callNext();
        return true;
      } finally {
        lock.unlock();
      }
    }

    /** Leaves the line; permits that it got stay. */
    @Override
    public void close() {
      lock.lock();
      try {
        if (places.leave(inLine)) {
          callNext();
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
