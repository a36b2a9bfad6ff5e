package io.kvreshard.sim.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EngineNetworkTest {
  private static final Set<String> RANKS = Set.of("a", "b");

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final List<Long> ready = new CopyOnWriteArrayList<>();
  private final List<Long> began = new CopyOnWriteArrayList<>();
  private WorkerHub hub;

  @BeforeEach
  void start() throws Exception {
    hub = hub(0);
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  private WorkerHub hub(int port) throws Exception {
    WorkerHub made =
        new WorkerHub(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
            RANKS,
            "config",
            new WorkerHub.Listener() {
              @Override
              public void epochBegan(long epoch) {
                began.add(epoch);
              }

              @Override
              public void allReady(long epoch) {
                ready.add(epoch);
              }
            });
    made.start();
    opened.add(made);
    return made;
  }

  /** A worker whose agent welcomes it at once. */
  private final class TestWorker implements CoordinatorLink.Listener, AutoCloseable {
    final List<Long> epochs = new CopyOnWriteArrayList<>();
    final List<Command> commands = new CopyOnWriteArrayList<>();
    final CoordinatorLink link;
    volatile boolean orphan;
    volatile Optional<String> failure = Optional.empty();

    TestWorker(String rank, String config) {
      int port = hub.port();
      link =
          new CoordinatorLink(
              () -> Optional.of(InetSocketAddress.createUnresolved("127.0.0.1", port)),
              rank,
              config,
              this);
      link.start();
      opened.add(this);
    }

    @Override
    public void epoch(long epoch) {
      epochs.add(epoch);
      link.ready(epoch);
    }

    @Override
    public Optional<String> called(Command command) {
      commands.add(command);
      return failure;
    }

    @Override
    public void orphaned() {
      orphan = true;
    }

    @Override
    public void close() {
      link.close();
    }
  }

  @Test
  void allJoinAndDoWhatTheyAreTold() throws Exception {
    TestWorker a = new TestWorker("a", "config");
    assertThat(hub.call(Command.CLEAR, Duration.ofSeconds(1))).isPresent();
    TestWorker b = new TestWorker("b", "config");
    await().until(() -> ready.contains(hub.epoch()));
    assertThat(hub.call(Command.CLEAR, Duration.ofSeconds(5))).isEmpty();
    assertThat(a.commands).containsExactly(Command.CLEAR);
    b.failure = Optional.of("it is wrong");
    assertThat(hub.call(Command.CHECK, Duration.ofSeconds(5))).contains("b: it is wrong");
  }

  @Test
  void theLossOfAWorkerBeginsANewEpochForAll() {
    TestWorker a = new TestWorker("a", "config");
    TestWorker b = new TestWorker("b", "config");
    await().until(hub::ready);
    long old = hub.epoch();
    b.close();
    await().until(() -> hub.epoch() != old);
    assertThat(began).containsExactly(hub.epoch());
    await().until(() -> a.epochs.contains(hub.epoch()));
    assertThat(hub.ready()).isFalse();
    new TestWorker("b", "config");
    await().until(() -> ready.contains(hub.epoch()));
  }

  @Test
  void aLostSessionBeginsANewEpochOnce() {
    TestWorker a = new TestWorker("a", "config");
    TestWorker b = new TestWorker("b", "config");
    await().until(hub::ready);
    long old = hub.epoch();
    a.link.lost(old);
    b.link.lost(old);
    await().until(() -> hub.epoch() != old && hub.ready());
    assertThat(began).hasSize(1);
    assertThat(a.epochs).containsExactly(old, hub.epoch());
  }

  @Test
  void workersFollowACoordinatorThatComesBack() throws Exception {
    TestWorker a = new TestWorker("a", "config");
    TestWorker b = new TestWorker("b", "config");
    await().until(hub::ready);
    int port = hub.port();
    hub.close();
    await().until(() -> a.orphan && b.orphan);
    hub = hub(port);
    await().until(hub::ready);
    assertThat(a.epochs).hasSize(2);
  }

  @Test
  void aWorkerOfAnotherEngineIsRefused() {
    TestWorker a = new TestWorker("a", "another config");
    TestWorker c = new TestWorker("c", "config");
    await().until(() -> a.orphan && c.orphan);
    assertThat(a.epochs).isEmpty();
    assertThat(c.epochs).isEmpty();
  }
}
