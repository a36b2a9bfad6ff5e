package io.kvreshard.agent.stream;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Permits for those who stand in line. Nobody overtakes, not even one who wants less: all get their
 * turn. Thread-safe.
 */
final class Line {
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Place> places = new ArrayDeque<>();
  private final int longest;
  private int free;

  /**
   * @param permits that there are; nobody may want more
   * @param longest how many may stand in line
   */
  Line(int permits, int longest) {
    this.free = permits;
    this.longest = longest;
  }

  /**
   * Goes to the end of the line.
   *
   * @throws FailedException AgentBusy if the line is too long
   */
  Place join(int wanted) throws FailedException {
    lock.lock();
    try {
      if (places.size() >= longest) {
        throw new FailedException(
            FailureReason.AgentBusy,
            "%d streams of this node already wait for staging memory".formatted(longest));
      }
      Place place = new Place(wanted);
      places.add(place);
      return place;
    } finally {
      lock.unlock();
    }
  }

  /** Permits come back. */
  void give(int permits) {
    lock.lock();
    try {
      free += permits;
      callFirst();
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
      return places.size();
    } finally {
      lock.unlock();
    }
  }

  private void callFirst() {
    Place first = places.peek();
    if (first != null && free >= first.wanted) {
      first.turn.signal();
    }
  }

  /** A place in the line, until its turn has come or it is given up. For one thread. */
  final class Place implements AutoCloseable {
    private final Condition turn = lock.newCondition();
    private final int wanted;

    private Place(int wanted) {
      this.wanted = wanted;
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
        while (places.peek() != this || free < wanted) {
          if (nanos <= 0) {
            return false;
          }
          nanos = turn.awaitNanos(nanos);
        }
        places.remove();
        free -= wanted;
        callFirst();
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
        if (places.remove(this)) {
          callFirst();
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
