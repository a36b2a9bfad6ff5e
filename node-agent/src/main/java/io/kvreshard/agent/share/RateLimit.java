package io.kvreshard.agent.share;

import io.kvreshard.agent.concurrent.NanoClock;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * So many bytes a second, for all who pay here; where they are not enough for all, by shares.
 * Waiting for them ends by an interrupt only: streams have deadlines of their own. It costs no
 * memory. Thread-safe.
 */
final class RateLimit {
  private static final int SHORTEST_CHUNK = 16 << 10;
  private static final int CHUNKS_A_SECOND = 16;

  /** Nobody relies on it: who is next is called. */
  private static final long LONGEST_NAP_NANOS = 100_000_000;

  private final NanoClock clock;
  private final Bucket bucket;
  private final FairLine<Payer> line = new FairLine<>();

  RateLimit(long bytesPerSecond, NanoClock clock) {
    this.clock = clock;
    this.bucket = new Bucket(bytesPerSecond, clock.nanos());
  }

  /** One stream of an operation. */
  synchronized Payer payer(Stake stake) {
    return new Payer(stake.in(line));
  }

  /**
   * The longest chunk: short enough that each of many streams which pay by turns still moves every
   * few seconds, and nobody takes it for a dead one.
   */
  int chunkBytes(int longest) {
    return Math.clamp(
        bucket.bytesPerSecond() / CHUNKS_A_SECOND, Math.min(SHORTEST_CHUNK, longest), longest);
  }

  /** How many wait. */
  synchronized int waiting() {
    return line.length();
  }

  private void callFirst() {
    FairLine.Place<Payer> first = line.first();
    if (first != null) {
      LockSupport.unpark(first.who().thread);
    }
  }

  /** Pays for chunk after chunk. For one thread at a time. */
  final class Payer {
    private final FairLine.Place<Payer> place;
    private @Nullable Thread thread;

    private Payer(FairLine.Share share) {
      this.place = line.place(this, share);
    }

    RateLimit limit() {
      return RateLimit.this;
    }

    /** Waits until the bytes may pass. */
    void pay(long bytes) throws InterruptedException {
      join(bytes);
      boolean passed = false;
      try {
        for (long nanos = pass(); nanos > 0; nanos = pass()) {
          LockSupport.parkNanos(this, nanos);
          if (Thread.interrupted()) {
            throw new InterruptedException();
          }
        }
        passed = true;
      } finally {
        if (!passed) {
          leave();
        }
      }
    }

    private void join(long bytes) {
      synchronized (RateLimit.this) {
        thread = Thread.currentThread();
        line.join(place, bytes);
      }
    }

    /** How long to wait before the next try; 0: it is done. */
    private long pass() {
      synchronized (RateLimit.this) {
        if (line.first() != place) {
          return LONGEST_NAP_NANOS;
        }
        long now = clock.nanos();
        long owed = bucket.owed(now);
        if (owed > 0) {
          return owed;
        }
        bucket.pass(place.amount(), now);
        line.serve(place);
        callFirst();
        return 0;
      }
    }

    private void leave() {
      synchronized (RateLimit.this) {
        line.leave(place);
        callFirst();
      }
    }
  }
}
