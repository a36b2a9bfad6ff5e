package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.share.Claim;
import io.kvreshard.agent.stream.Staging;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.TaskState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** More streams than there is staging memory for: they wait for each other. */
final class CrowdTest {
  private static final long ONE_STREAM_BYTES = 3 * TestAgent.SLOT_BYTES;
  private static final int PATIENCE_SECONDS = 2;

  @TempDir private Path directory;
  private final ScheduledExecutorService others = Executors.newSingleThreadScheduledExecutor();

  /** Whose memory is short on the way from node-a to node-b. */
  enum Shortage {
    OF_THE_SENDER,
    OF_THE_RECEIVER;

    TestAgent agent(World world) {
      return switch (this) {
        case OF_THE_SENDER -> world.a;
        case OF_THE_RECEIVER -> world.b;
      };
    }

    /** Takes all of it. */
    Staging.Lease all(World world) throws Exception {
      Services services = agent(world).services;
      Staging staging =
          switch (this) {
            case OF_THE_SENDER -> services.outgoing();
            case OF_THE_RECEIVER -> services.incoming();
          };
      return staging.lease(Integer.MAX_VALUE, Claim.usual("others"), Duration.ofSeconds(1));
    }
  }

  private World impatient() throws Exception {
    World world = new World(directory, ONE_STREAM_BYTES, CacheGroup.of(SmallModel.ONLY, 2, 8));
    world.change = Specs.pace(1L << 40, PATIENCE_SECONDS);
    return world;
  }

  @AfterEach
  void close() {
    others.shutdownNow();
  }

  /** From one rank, half of all stays on its node. */
  @ParameterizedTest
  @CsvSource({"8, 4", "1, 4"})
  void allGetTheirTurn(int sourceTp, int targetTp) throws Exception {
    try (World world =
        new World(
            directory, ONE_STREAM_BYTES, CacheGroup.of(SmallModel.TARGET, sourceTp, targetTp))) {
      world.run();
      world.untilState(world.b, TaskState.Validated);
      world.untilState(world.a, TaskState.Landed);
      Moved.wholly(world);
    }
  }

  @ParameterizedTest
  @EnumSource
  void waitingInLineIsNoStandstillWhileOthersMove(Shortage shortage) throws Exception {
    try (World world = impatient()) {
      try (Staging.Lease _ = shortage.all(world)) {
        var _ =
            others.scheduleAtFixedRate(
                shortage.agent(world).services.moved()::touched, 0, 50, TimeUnit.MILLISECONDS);
        world.run();
        await()
            .during(Duration.ofSeconds(PATIENCE_SECONDS + 1))
            .atMost(Duration.ofSeconds(20))
            .until(() -> !failed(world, world.a) && !failed(world, world.b));
        assertThat(world.target.calls).containsExactly("bind snap-dst");
      }
      world.untilState(world.b, TaskState.Validated);
      world.untilState(world.a, TaskState.Landed);
      Moved.wholly(world);
    }
  }

  private static boolean failed(World world, TestAgent agent) {
    var status = world.task(agent).getStatus();
    return status != null && status.state() == TaskState.Failed;
  }

  @ParameterizedTest
  @EnumSource
  void aLineThatDoesNotMoveFailsAndSaysWhatToDo(Shortage shortage) throws Exception {
    try (World world = impatient();
        Staging.Lease _ = shortage.all(world)) {
      world.run();
      // The other end hears of it, by one way or another.
      List<TaskFailure> failures = List.of(world.fails(world.a), world.fails(world.b));
      assertThat(failures).noneMatch(TaskFailure::terminal);
      assertThat(failures)
          .anySatisfy(
              failure -> {
                assertThat(failure.reason()).isEqualTo("AgentBusy");
                assertThat(failure.message())
                    .contains("progressTimeoutSeconds")
                    .contains("3 slots of 65536 bytes")
                    .contains("agent.stagingBytes");
              });
    }
  }
}
