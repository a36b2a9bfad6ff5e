package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.stream.TamperingProxy;
import io.kvreshard.crd.TaskState;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What two agents count of whole operations. */
final class MetersTest {
  /** Each source participant sends all it has to the other node: half of the cache. */
  private static final long HALF = 6L * 2 * 2 * 16 * 2 * SmallModel.TOKENS;

  @TempDir private Path directory;
  private World world;

  @BeforeEach
  void open() throws Exception {
    world = new World(directory);
  }

  @AfterEach
  void close() throws Exception {
    world.close();
  }

  private static double bytes(TestAgent agent, String direction) {
    return agent
        .registry
        .get("kvreshard.agent.stream")
        .tag("direction", direction)
        .counter()
        .count();
  }

  private static double streams(TestAgent agent, String direction) {
    return agent
        .registry
        .get("kvreshard.agent.streams")
        .tag("direction", direction)
        .gauge()
        .value();
  }

  private static double failures(TestAgent agent, String reason) {
    return agent
        .registry
        .get("kvreshard.agent.task.failures")
        .tag("reason", reason)
        .counter()
        .count();
  }

  @Test
  void whatOneAgentSendsTheOtherReceives() throws Exception {
    world.run();
    world.untilState(world.b, TaskState.Validated);
    world.untilState(world.a, TaskState.Landed);
    for (TestAgent agent : new TestAgent[] {world.a, world.b}) {
      assertThat(bytes(agent, "out")).isEqualTo(HALF);
      assertThat(bytes(agent, "in")).isEqualTo(HALF);
      assertThat(bytes(agent, "local")).isZero();
      await().until(() -> streams(agent, "in") + streams(agent, "out") == 0);
      assertThat(agent.registry.get("kvreshard.agent.crc.failures").counter().count()).isZero();
      assertThat(failures(agent, "StreamCorrupt")).isZero();
    }
  }

  @Test
  void aWrongBitIsCountedWhereItIsFound() throws Exception {
    try (HarmfulPeer peer =
        new HarmfulPeer(world.b.tasks.self(), TamperingProxy.Harm.FLIP, 70_000)) {
      world.b.answerAs(peer);
      world.run();
      world.fails(world.b);
      world.fails(world.a);
    }
    assertThat(world.b.registry.get("kvreshard.agent.crc.failures").counter().count()).isOne();
    assertThat(failures(world.b, "StreamCorrupt")).isOne();
    assertThat(world.a.registry.get("kvreshard.agent.crc.failures").counter().count()).isZero();
    assertThat(bytes(world.a, "out")).isBetween(70_000.0 - 65_536, (double) HALF);
  }
}
