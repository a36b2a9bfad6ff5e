package io.kvreshard.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SlotQueueTest {
  private final Slot first = new Slot(Arena.ofAuto(), 16);
  private final Slot second = new Slot(Arena.ofAuto(), 16);
  private final List<Slot> slots = List.of(first, second);

  @Test
  void keepsTheirOrderHoweverOftenTheyGoRound() throws InterruptedException {
    SlotQueue queue = SlotQueue.of(slots);
    for (int i = 0; i < 5; i++) {
      assertThat(queue.take()).isSameAs(first);
      queue.put(first);
      assertThat(queue.take()).isSameAs(second);
      queue.put(second);
    }
  }

  @Test
  void whoWaitsGetsTheNextOne() throws Exception {
    SlotQueue queue = SlotQueue.forAll(slots);
    FutureTask<Slot> taken = new FutureTask<>(queue::take);
    Thread waiter = Thread.ofPlatform().daemon().start(taken);
    await().until(() -> waiter.getState() == Thread.State.WAITING);

    queue.put(second);

    assertThat(taken.get(5, TimeUnit.SECONDS)).isSameAs(second);
  }

  @Test
  void whoWaitsCanBeInterrupted() throws Exception {
    FutureTask<Slot> taken = new FutureTask<>(SlotQueue.forAll(slots)::take);
    Thread waiter = Thread.ofPlatform().daemon().start(taken);
    await().until(() -> waiter.getState() == Thread.State.WAITING);

    waiter.interrupt();

    assertThatThrownBy(() -> taken.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void refusesMoreThanThereAre() {
    assertThatThrownBy(() -> SlotQueue.of(slots).put(first))
        .isInstanceOf(IllegalStateException.class);
  }
}
