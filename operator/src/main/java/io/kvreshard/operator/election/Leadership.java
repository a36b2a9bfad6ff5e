package io.kvreshard.operator.election;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;

/**
 * The right to change anything. It is won once, and ends by itself when it is not renewed: a
 * process that was paused finds it gone when it wakes up, before it has asked anybody.
 */
public final class Leadership {
  private enum State {
    STANDBY,
    LEADING,
    OVER
  }

  private final Duration act;
  private final LongSupplier nanos;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final ReadWriteLock changes = new ReentrantReadWriteLock();
  private volatile State state = State.STANDBY;
  private volatile long renewed;

  /**
   * Of a process that does not lead yet.
   *
   * @param act how long it lasts from a renewal on
   * @param nanos a monotonic clock
   */
  Leadership(Duration act, LongSupplier nanos) {
    this.act = act;
    this.nanos = nanos;
  }

  /** To be won by an election on these terms. */
  public static Leadership contested(Terms terms) {
    return new Leadership(terms.act(), System::nanoTime);
  }

  /** Of the only operator that there is: for ever. */
  public static Leadership unopposed() {
    var leadership = new Leadership(Duration.ofNanos(Long.MAX_VALUE), System::nanoTime);
    leadership.renew(System.nanoTime());
    return leadership;
  }

  /** Whether this process may act. */
  public boolean leads() {
    return state == State.LEADING && !expired();
  }

  /** Calls when leadership is won, from the election's thread. */
  public void whenWon(Runnable listener) {
    listeners.add(listener);
  }

  /** The right to make one change. */
  public interface Pass extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * The right to make one change now; to be closed when the change is made.
   *
   * @throws NotLeadingException if there is none
   */
  public Pass pass() {
    var change = changes.readLock();
    change.lock();
    if (!leads()) {
      change.unlock();
      throw new NotLeadingException();
    }
    return change::unlock;
  }

  /** It lasts from then on; the first time wins it. */
  synchronized void renew(long sentAt) {
    switch (state) {
      case STANDBY -> {
        renewed = sentAt;
        state = State.LEADING;
        listeners.forEach(Runnable::run);
      }
      case LEADING -> renewed = sentAt;
      case OVER -> {}
    }
  }

  /** Whether it was won and is over, or has ended by itself. */
  boolean lost() {
    return state == State.OVER || (state == State.LEADING && expired());
  }

  boolean standby() {
    return state == State.STANDBY;
  }

  /**
   * Ends it: nothing new is changed from here on.
   *
   * @param patience for changes under way
   * @return whether none is under way any more
   */
  boolean end(Duration patience) {
    synchronized (this) {
      state = State.OVER;
    }
    try {
      var none = changes.writeLock();
      if (none.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        none.unlock();
        return true;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private boolean expired() {
    return nanos.getAsLong() - renewed >= act.toNanos();
  }
}
