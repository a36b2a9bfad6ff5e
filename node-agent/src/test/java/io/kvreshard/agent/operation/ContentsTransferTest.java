package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.Uninterruptibles;
import com.google.protobuf.ByteString;
import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.SnapshotContents;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.TaskState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contents go from the source's coordinator on node-a to the target's on node-b. */
final class ContentsTransferTest {
  private static final byte[] BYTES = new byte[2 * Contents.MOST_PART_BYTES + 17];
  private static final String DIGEST;

  static {
    new Random(5).nextBytes(BYTES);
    DIGEST = Sha256.hex(BYTES);
  }

  @TempDir private Path directory;
  private World world;
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);

  @BeforeEach
  void open() throws Exception {
    world = new World(directory);
    world.source.contents = ByteString.copyFrom(BYTES);
    world.contents = new SnapshotContents(DIGEST, BYTES.length);
  }

  @AfterEach
  void close() throws Exception {
    go.countDown();
    world.close();
  }

  private void stop() {
    reached.countDown();
    Uninterruptibles.awaitUninterruptibly(go);
  }

  private TaskFailure targetFails() {
    TaskFailure failure = world.fails(world.b);
    assertThat(world.target.calls).noneMatch(call -> call.startsWith("validate"));
    return failure;
  }

  @Test
  void theyAreThereBeforeTheTargetLooks() throws Exception {
    world.run();
    world.untilState(world.b, TaskState.Validated);
    assertThat(world.target.written.toByteArray()).isEqualTo(BYTES);
    String write = "writeContents snap-dst";
    assertThat(world.target.calls)
        .containsExactly("bind snap-dst", write, write, write, "validate snap-dst with " + DIGEST);
  }

  @Test
  void whatHasNoneIsMovedWithout() throws Exception {
    world.contents = null;
    world.source.speaksVersion1();
    world.target.speaksVersion1();
    world.run();
    world.untilState(world.b, TaskState.Validated);
    assertThat(world.target.calls).containsExactly("bind snap-dst", "validate snap-dst");
  }

  @Test
  void othersThanAnnouncedEndTheJob() throws Exception {
    byte[] other = BYTES.clone();
    other[3] ^= 1;
    world.source.contents = ByteString.copyFrom(other);
    world.run();
    TaskFailure failure = targetFails();
    assertThat(failure.reason()).isEqualTo("ContentsMismatch");
    assertThat(failure.terminal()).isTrue();
    assertThat(failure.message()).contains(DIGEST, Sha256.hex(other));
    assertThat(world.target.written.size()).isEqualTo(2 * Contents.MOST_PART_BYTES);
  }

  @Test
  void anEngineWithoutThemIsRefusedBeforeItIsAsked() throws Exception {
    world.target.speaksVersion1();
    world.run();
    TaskFailure failure = targetFails();
    assertThat(failure.reason()).isEqualTo("EngineRefused");
    assertThat(failure.terminal()).isTrue();
    assertThat(failure.message())
        .contains("coordinator of engine models/dst", "version 1", "update the engine");
    assertThat(world.target.calls).isEmpty();
  }

  @Test
  void aTargetThatDoesNotTakeThemSaysWhy() throws Exception {
    world.target.onWriteContents = new RuntimeFailure.Refused("no room for contents");
    world.run();
    TaskFailure failure = targetFails();
    assertThat(failure.reason()).isEqualTo("EngineRefused");
    assertThat(failure.message()).contains("at WriteContents", "no room for contents");
  }

  @Test
  void aSourceAgentThatIsGoneFailsTheAttempt() throws Exception {
    world.change = Specs.pace(1L << 40, 2);
    world.source.reading = this::stop;
    world.run();
    reached.await();
    Thread restart = Thread.ofVirtual().start(this::restartSourceAgent);
    TaskFailure failure = targetFails();
    assertThat(failure.reason()).isIn("PeerUnreachable", "PeerFailed");
    assertThat(failure.terminal()).isFalse();
    go.countDown();
    restart.join();
  }

  private void restartSourceAgent() {
    try {
      world.restartA();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anAbortedOperationIsQuietOnceTheyHaveComeToRest() throws Exception {
    world.target.writing = this::stop;
    world.run();
    reached.await();
    world.command(world.b, TaskCommand.Abort);
    await()
        .during(Duration.ofMillis(500))
        .until(() -> world.task(world.b).getStatus().quiesced() != Quiesced.True);
    go.countDown();
    world.untilQuiet(world.b, TaskState.Aborted);
    assertThat(world.target.calls).filteredOn(call -> call.startsWith("writeC")).hasSize(1);
    assertThat(world.target.calls).noneMatch(call -> call.startsWith("validate"));
  }
}
