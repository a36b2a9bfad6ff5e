package io.kvreshard.agent.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import java.util.BitSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ParallelCopyTest {
  private static final int THREADS = 3;

  private static final Pace FREE = _ -> {};

  private final CopyThreads threads = new CopyThreads(THREADS);

  @AfterEach
  void close() {
    threads.close();
  }

  @Test
  void copiesEveryByteOnce() throws Exception {
    BitSet copied = new BitSet();
    ParallelCopy copy =
        new ParallelCopy(
            threads,
            FREE,
            1000,
            () ->
                (from, to) -> {
                  synchronized (copied) {
                    assertThat(copied.get((int) from, (int) to).isEmpty()).isTrue();
                    copied.set((int) from, (int) to);
                  }
                  return to - from;
                });
    long moved = 0;
    for (long step = copy.next(7); step > 0; step = copy.next(7)) {
      assertThat(step).isLessThanOrEqualTo(7);
      moved += step;
    }
    assertThat(moved).isEqualTo(1000);
    assertThat(copied.cardinality()).isEqualTo(1000);
  }

  @Test
  void allThreadsCopyAtTheSameTime() throws Exception {
    CountDownLatch together = new CountDownLatch(THREADS);
    Set<Thread> busy = ConcurrentHashMap.newKeySet();
    ParallelCopy copy =
        new ParallelCopy(
            threads,
            FREE,
            THREADS,
            () ->
                (from, to) -> {
                  busy.add(Thread.currentThread());
                  together.countDown();
                  assertThat(together.await(10, TimeUnit.SECONDS)).isTrue();
                  return to - from;
                });
    for (int piece = 0; piece < THREADS; piece++) {
      assertThat(copy.next(1)).isEqualTo(1);
    }
    assertThat(copy.next(1)).isZero();
    assertThat(busy).hasSize(THREADS);
  }

  @Test
  void failureOfAPieceIsTheCopys() {
    ParallelCopy copy =
        new ParallelCopy(
            threads,
            FREE,
            100,
            () ->
                (from, to) -> {
                  if (from == 50) {
                    throw new MemoryFailure(Kind.REFUSED, "truncated");
                  }
                  return to - from;
                });
    assertThatThrownBy(
            () -> {
              while (copy.next(10) > 0) {}
            })
        .isInstanceOfSatisfying(
            MemoryFailure.class, e -> assertThat(e.kind()).isEqualTo(Kind.REFUSED))
        .hasMessage("truncated");
  }

  @Test
  void longCopyDoesNotKeepAShortOneWaiting() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    ParallelCopy longOne =
        new ParallelCopy(
            threads,
            FREE,
            Long.MAX_VALUE,
            () ->
                (from, to) -> {
                  begun.incrementAndGet();
                  go.await();
                  return to - from;
                });
    FutureTask<Long> first = new FutureTask<>(() -> longOne.next(1));
    Thread.ofPlatform().daemon().start(first);
    await().until(() -> begun.get() == THREADS);
    ParallelCopy shortOne = new ParallelCopy(threads, FREE, 1, () -> (from, to) -> to - from);
    FutureTask<Long> second = new FutureTask<>(() -> shortOne.next(1));
    Thread.ofPlatform().daemon().start(second);

    go.countDown();

    assertThat(second.get(10, TimeUnit.SECONDS)).isEqualTo(1);
    // What was under way or stood in line before it, and no more: nobody has asked for more.
    assertThat(begun.get()).isLessThanOrEqualTo(2 * THREADS);
  }

  @Test
  void errorOfAPieceIsToldToo() {
    ParallelCopy copy =
        new ParallelCopy(
            threads,
            FREE,
            10,
            () ->
                (from, to) -> {
                  throw new StackOverflowError("deep");
                });
    assertThatThrownBy(() -> copy.next(10))
        .isInstanceOf(IllegalStateException.class)
        .hasCauseInstanceOf(StackOverflowError.class);
  }

  @Test
  void noPieceBeginsAfterTheEnd() {
    ParallelCopy copy = new ParallelCopy(threads, FREE, 10, () -> (from, to) -> to - from);
    threads.close();
    assertThatThrownBy(() -> copy.next(10))
        .isInstanceOf(MemoryFailure.class)
        .hasMessageContaining("it ends");
  }

  @Test
  void everyPieceIsPaidBeforeItBegins() throws Exception {
    AtomicLong paid = new AtomicLong();
    ParallelCopy copy =
        new ParallelCopy(
            threads,
            paid::addAndGet,
            100,
            () ->
                (from, to) -> {
                  assertThat(paid.get()).isGreaterThanOrEqualTo(to);
                  return to - from;
                });
    while (copy.next(7) > 0) {}
    assertThat(paid.get()).isEqualTo(100);
  }
}
