package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.TaskState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When engines get their pages back: an agent's own quiet is not the attempt's. */
final class ReleaseTest {
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  @TempDir private Path directory;
  private World world;

  @BeforeEach
  void open() throws Exception {
    world = new World(directory);
  }

  @AfterEach
  void close() throws Exception {
    end.countDown();
    world.close();
  }

  private static boolean quiet(KVTransferTaskStatus status) {
    return status.quiesced() == Quiesced.True;
  }

  @Test
  void noEngineGetsItsPagesBackWhileAnotherNodeStillWrites() throws Exception {
    var here = world.a.runtimes.participants;
    var onA = world.target.participants.values().stream().filter(here::contains).findFirst();
    onA.orElseThrow().tamper.put("default", m -> BrokenMemory.stubborn(m, entered, end));
    world.run();
    assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
    world.command(world.a, TaskCommand.Abort);
    world.command(world.b, TaskCommand.Abort);

    world.until(world.b, ReleaseTest::quiet);
    await()
        .during(Duration.ofSeconds(2))
        .atMost(Duration.ofSeconds(20))
        .until(() -> !released(world.a) && !released(world.b));
    assertThat(world.task(world.a).getStatus().quiesced()).isEqualTo(Quiesced.False);
    assertThat(world.target.calls).containsExactly("bind snap-dst");
    assertThat(world.source.calls).containsExactly("pin snap-src");

    end.countDown();
    world.until(world.a, ReleaseTest::quiet);
    world.release(world.a);
    world.release(world.b);
    assertThat(world.target.calls).containsExactly("bind snap-dst", "release SNAPSHOT");
    assertThat(world.source.calls).containsExactly("pin snap-src", "release SNAPSHOT");
  }

  private boolean released(TestAgent agent) {
    return Boolean.TRUE.equals(world.task(agent).getStatus().released());
  }

  @Test
  void anOrderDoesNotOvertakeTheNodesOwnQuiet() throws Exception {
    world
        .target
        .participant("t0")
        .tamper
        .put("default", m -> BrokenMemory.stubborn(m, entered, end));
    world.run();
    assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
    world.command(world.b, TaskCommand.Abort);
    world.untilState(world.b, TaskState.Aborted);
    var ordered = Thread.ofVirtual().start(() -> world.release(world.b));
    await()
        .during(Duration.ofSeconds(2))
        .atMost(Duration.ofSeconds(20))
        .until(() -> world.target.calls.size() == 1);
    end.countDown();
    ordered.join();
    assertThat(world.target.calls).containsExactly("bind snap-dst", "release SNAPSHOT");
  }

  @Test
  void aRefusalOfWhoHasNotAcknowledgedAReleaseIsNotForGood() throws Exception {
    world.target.onRelease = new RuntimeFailure.Transient("not now");
    world.run();
    world.untilState(world.b, TaskState.Validated);
    for (TestAgent agent : List.of(world.a, world.b)) {
      world.command(agent, TaskCommand.Abort);
      world.until(agent, ReleaseTest::quiet);
      world.orderRelease(agent);
    }
    await().until(() -> world.target.calls.contains("release SNAPSHOT"));

    world.target.onBind = new RuntimeFailure.Refused("the pages are somebody's");
    TaskFailure meanwhile = fails("uid-2");
    assertThat(meanwhile.reason()).isEqualTo("EngineFailed");
    assertThat(meanwhile.message())
        .contains("the pages are somebody's", "Release of operation uid-1/1/0");

    world.target.onRelease = null;
    world.jobUid = "uid-1";
    world.until(world.b, status -> Boolean.TRUE.equals(status.released()));
    assertThat(fails("uid-3").reason()).isEqualTo("EngineRefused");
  }

  private TaskFailure fails(String job) throws Exception {
    world.jobUid = job;
    world.createBothTasks();
    return world.fails(world.b);
  }

  @Test
  void whatNoEngineHasHeardOfIsReleased() throws Exception {
    world.planDigest = "0".repeat(64);
    world.run();
    assertThat(world.until(world.a, ReleaseTest::quiet).released()).isTrue();
    assertThat(world.source.calls).isEmpty();
  }

  @Test
  void anAgentThatStopsDoesNotWaitForOtherNodes() throws Exception {
    world.run();
    world.untilState(world.b, TaskState.Validated);
    world.command(world.b, TaskCommand.Abort);
    world.until(world.b, ReleaseTest::quiet);
    world.restartB();
    world.release(world.b);
    assertThat(world.target.calls).last().isEqualTo("release SNAPSHOT");
  }

  @Test
  void aTaskThatIsTakenAwayByForceIsDrainedAndReleased() throws Exception {
    world.run();
    world.untilState(world.b, TaskState.Validated);
    var task = world.task(world.b);
    task.getMetadata().setFinalizers(List.of());
    world.control.delete(world.control.replace(task));
    await().until(() -> world.target.calls.contains("release SNAPSHOT"));
  }
}
