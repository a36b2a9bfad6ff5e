package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.crd.TaskState;
import io.kvreshard.proto.peer.v1.ContentsRequest;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The source's coordinator's agent is node-a's. */
final class PinnedContentsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @TempDir private Path directory;
  private World world;

  @BeforeEach
  void open() throws Exception {
    world = new World(directory);
    world.source.contents = ByteString.copyFromUtf8("contents");
  }

  @AfterEach
  void close() throws Exception {
    world.close();
  }

  private ByteString read(TestAgent agent, long offset, int maxBytes) throws Exception {
    return agent
        .tasks
        .self()
        .contents(
            ContentsRequest.newBuilder()
                .setOperationId(world.operation().toString())
                .setOffset(offset)
                .setMaxBytes(maxBytes)
                .build(),
            PATIENCE);
  }

  private static void fails(FailureReason reason, String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            FailedException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .hasMessageContaining(message);
  }

  @Test
  void areReadOnceTheSnapshotIsPinned() throws Exception {
    world.run();
    assertThat(read(world.a, 2, 3).toStringUtf8()).isEqualTo("nte");
    assertThat(world.source.calls).containsSubsequence("pin snap-src", "readContents snap-src");
  }

  @Test
  void areNotReadOfAnOperationThatIsOver() throws Exception {
    world.run();
    world.untilState(world.a, TaskState.Landed);
    world.release(world.a);
    fails(FailureReason.PeerFailed, "is over", () -> read(world.a, 0, 8));
    assertThat(world.source.calls).doesNotContain("readContents snap-src");
  }

  @Test
  void areOnlyWhereTheCoordinatorIs() throws Exception {
    world.run();
    fails(FailureReason.TaskInvalid, "on node node-a", () -> read(world.b, 0, 8));
  }

  @Test
  void aPartIsBounded() throws Exception {
    world.run();
    int part = Contents.MOST_PART_BYTES;
    fails(FailureReason.TaskInvalid, "1 to 1048576 bytes, not 0", () -> read(world.a, 0, 0));
    fails(FailureReason.TaskInvalid, "not 1048577", () -> read(world.a, 0, part + 1));
    fails(FailureReason.TaskInvalid, "not 4294967295", () -> read(world.a, 0, -1));
    fails(
        FailureReason.TaskInvalid,
        "there is no byte 67108864",
        () -> read(world.a, Contents.MOST_BYTES, 1));
    fails(
        FailureReason.TaskInvalid,
        "there is no byte 18446744073709551615",
        () -> read(world.a, -1, 1));
  }
}
