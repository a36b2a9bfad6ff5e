package io.kvreshard.agent.stream;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.share.Claim;
import io.kvreshard.agent.share.FairLine;
import io.kvreshard.agent.share.Stake;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Permits for those who stand in line, in the order of {@link FairLine}. Nobody overtakes the one
 * who is next, not even one who wants less: all get their turn. Two are passed over until permits
 * come back: those whose peer has half of all, so that one peer that hangs does not hold up the
 * others; and, when an eighth is left, those whose operation has some, so that one with many slow
 * streams leaves others a first one. Thread-safe.
 */
final class Line {
  private final ReentrantLock lock = new ReentrantLock();
  private final FairLine<Place> places = new FairLine<>();
  private final Map<String, Integer> heldByPeer = new HashMap<>();
  private final int longest;
  private final Map<Stake, Integer> heldByOperation = new HashMap<>();
  private final int mostOfPeer;
  private final int forFirstOnes;
  private int free;

  /**
   * @param permits that there are; nobody may want more
   * @param longest how many may stand in line
   */
  Line(int permits, int longest) {
    this.free = permits;
    this.longest = longest;
    this.mostOfPeer = permits / 2;
    this.forFirstOnes = permits / 8;
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
  void give(int permits, Claim claim) {
    lock.lock();
    try {
      free += permits;
      count(claim, -permits);
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
    var first = places.first(this::may);
    return first == null || first.who().wanted > free ? null : first.who();
  }

  private boolean may(Place place) {
    int peer = heldByPeer.getOrDefault(place.claim.peer(), 0);
    boolean first = !heldByOperation.containsKey(place.claim.stake());
    return (peer == 0 || peer + place.wanted <= mostOfPeer)
        && (first || free - place.wanted >= forFirstOnes);
  }

  private void count(Claim claim, int permits) {
    heldByPeer.merge(claim.peer(), permits, Line::sum);
    heldByOperation.merge(claim.stake(), permits, Line::sum);
  }

  /** Null: nothing is held any more. */
  private static @Nullable Integer sum(int a, int b) {
    return a + b == 0 ? null : a + b;
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
    private final Claim claim;
    private final FairLine.Place<Place> inLine;

    private Place(int wanted, Claim claim) {
      this.wanted = wanted;
      this.claim = claim;
      this.inLine = places.place(this, claim.stake().in(places));
      places.join(inLine, wanted);
    }

    /** Who stands here. */
    Claim claim() {
      return claim;
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
        count(claim, wanted);
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
