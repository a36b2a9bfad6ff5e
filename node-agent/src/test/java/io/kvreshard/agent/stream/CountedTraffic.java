package io.kvreshard.agent.stream;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what both ends of a stream tell. */
final class CountedTraffic implements Traffic {
  final AtomicLong bytes = new AtomicLong();
  final AtomicInteger corrupt = new AtomicInteger();

  @Override
  public void moved(long count) {
    bytes.addAndGet(count);
  }

  @Override
  public void corrupt() {
    corrupt.incrementAndGet();
  }
}
