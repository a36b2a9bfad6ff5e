package io.kvreshard.agent.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.concurrent.NanoClock;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class BandwidthTest {
  private static final long CHUNK = 16 << 10;
  private static final long MIB = 1 << 20;

  private final NanoClock clock = NanoClock.system();
  private final AtomicBoolean over = new AtomicBoolean();
  private final List<Thread> threads = new ArrayList<>();

  /** Pays for chunk after chunk until the test is over; answers what has passed. */
  private AtomicLong paying(Toll toll) {
    AtomicLong passed = new AtomicLong();
    threads.add(
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    while (!over.get()) {
                      toll.pay(CHUNK);
                      passed.addAndGet(CHUNK);
                    }
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                }));
    return passed;
  }

  @AfterEach
  void end() throws InterruptedException {
    over.set(true);
    for (Thread thread : threads) {
      thread.interrupt();
      thread.join();
    }
  }

  private static Stake usual() {
    return Stake.ofPriority(null);
  }

  private Tolls tolls(Bandwidth bandwidth) {
    return bandwidth.of(usual(), null);
  }

  @Test
  void theNodeAsAWholeKeepsItsLimit() {
    Bandwidth bandwidth = new Bandwidth(8 * MIB, null, clock);
    long start = clock.nanos();
    AtomicLong a = paying(tolls(bandwidth).sending("a"));
    AtomicLong b = paying(tolls(bandwidth).sending("b"));
    await().until(() -> a.get() + b.get() >= 4 * MIB);
    double seconds = (clock.nanos() - start) / 1e9;
    assertThat(4 / seconds).isLessThan(8.5);
  }

  @Test
  void directionsDoNotShare() {
    Bandwidth bandwidth = new Bandwidth(1L, null, clock);
    AtomicLong sent = paying(tolls(bandwidth).sending("a"));
    AtomicLong received = paying(tolls(bandwidth).receiving("a"));
    AtomicLong copied = paying(tolls(bandwidth).copying());
    await().until(() -> sent.get() == CHUNK && received.get() == CHUNK && copied.get() > MIB);
  }

  @Test
  void whoWaitsForASlowPeerKeepsNobodyFromTheNodes() {
    Bandwidth bandwidth = new Bandwidth(1L << 40, 1L, clock);
    Tolls tolls = tolls(bandwidth);
    AtomicLong slow = paying(tolls.sending("slow"));
    AtomicLong alsoSlow = paying(tolls(bandwidth).sending("slow"));
    await().until(() -> slow.get() + alsoSlow.get() == CHUNK);
    AtomicLong other = paying(tolls.sending("other"));
    await().until(() -> other.get() == CHUNK);
    assertThat(slow.get() + alsoSlow.get()).isEqualTo(CHUNK);
  }

  @Test
  void jobsHaveLimitsOfTheirOwn() {
    Bandwidth bandwidth = Bandwidth.unlimited(clock);
    Tolls limited = bandwidth.of(usual(), 1L);
    AtomicLong sent = paying(limited.sending("a"));
    await().until(() -> sent.get() == CHUNK);
    AtomicLong copied = paying(limited.copying());
    AtomicLong received = paying(limited.receiving("a"));
    AtomicLong other = paying(tolls(bandwidth).sending("a"));
    await().until(() -> received.get() > MIB && other.get() > MIB);
    assertThat(sent.get() + copied.get()).isEqualTo(CHUNK);
  }

  /** A chunk takes so long that who has paid is back in line before the next one may pass. */
  @Test
  void higherPrioritiesGetMore() {
    Bandwidth bandwidth = new Bandwidth(50 * CHUNK, null, clock);
    AtomicLong low = paying(bandwidth.of(Stake.ofPriority(3L), null).sending("a"));
    AtomicLong high = paying(bandwidth.of(Stake.ofPriority(9L), null).sending("b"));
    await().until(() -> low.get() + high.get() >= 60 * CHUNK);
    assertThat((double) high.get() / low.get()).isBetween(3.0, 12.0);
  }

  @Test
  void whoGivesUpLeavesTheLineToOthers() throws Exception {
    RateLimit limit = new RateLimit(1L << 20, clock);
    // Nobody is let through as long as the test may take.
    limit.payer(usual()).pay(1L << 30);
    CountDownLatch gone = new CountDownLatch(1);
    Thread first =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    limit.payer(usual()).pay(1L << 40);
                  } catch (InterruptedException e) {
                    gone.countDown();
                  }
                });
    await().until(() -> limit.waiting() == 1);
    first.interrupt();
    gone.await();
    assertThat(limit.waiting()).isZero();
  }

  @Test
  void slowStreamsHaveShortChunks() {
    int longest = 1 << 20;
    assertThat(Toll.FREE.chunkBytes(longest)).isEqualTo(longest);
    Bandwidth bandwidth = new Bandwidth(1L << 40, 800_000L, clock);
    assertThat(bandwidth.of(usual(), 400_000L).sending("a").chunkBytes(longest)).isEqualTo(25_000);
    assertThat(bandwidth.of(usual(), 400_000L).receiving("a").chunkBytes(longest))
        .isEqualTo(50_000);
    assertThat(bandwidth.of(usual(), 1L).copying().chunkBytes(longest)).isEqualTo(16 << 10);
    assertThat(bandwidth.of(usual(), 1L).copying().chunkBytes(4096)).isEqualTo(4096);
  }

  /** Two that wait for each other all the time. */
  @Test
  void payingCostsNoHeapMemory() throws Exception {
    Bandwidth bandwidth = new Bandwidth(256 * MIB, 1L << 30, clock);
    paying(bandwidth.of(usual(), 1L << 40).sending("a"));
    Toll toll = bandwidth.of(usual(), 1L << 40).sending("a");
    int chunks = 2000;
    var memory = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5 && least >= chunks; i++) {
      long before = memory.getCurrentThreadAllocatedBytes();
      for (int chunk = 0; chunk < chunks; chunk++) {
        toll.pay(CHUNK);
      }
      least = Math.min(least, memory.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least / chunks).isZero();
  }

  @Test
  void waitingIsBoundedByTheOneWhoWaits() {
    RateLimit limit = new RateLimit(1L, clock);
    AtomicLong passed = new AtomicLong();
    Thread waiting =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    limit.payer(usual()).pay(CHUNK);
                    passed.incrementAndGet();
                    limit.payer(usual()).pay(CHUNK);
                    passed.incrementAndGet();
                  } catch (InterruptedException e) {
                    passed.addAndGet(10);
                  }
                });
    await().until(() -> limit.waiting() == 1);
    waiting.interrupt();
    await().atMost(Duration.ofSeconds(5)).until(() -> passed.get() == 11);
  }
}
