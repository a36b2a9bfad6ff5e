package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.transfer.JobDigest;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.TaskState;
import io.kvreshard.proto.runtime.v1.Segment;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A target model with its draft model: both move, or none. The draft model is on the source's first
 * rank and on the target's first four only, so that either node has nothing of it on one side.
 */
final class TwoGroupsTest {
  @TempDir private Path directory;
  private World world;

  @BeforeEach
  void open() throws Exception {
    world =
        new World(
            directory,
            1 << 20,
            CacheGroup.of(SmallModel.TARGET, 2, 8),
            CacheGroup.of(SmallModel.DRAFT, 1, 4));
  }

  @AfterEach
  void close() throws Exception {
    world.close();
  }

  @Test
  void bothArriveAndAreCommittedAtOnce() throws Exception {
    world.run();
    world.untilState(world.b, TaskState.Validated);
    world.untilState(world.a, TaskState.Landed);
    Moved.wholly(world);

    world.command(world.b, TaskCommand.Commit);
    world.untilState(world.b, TaskState.Committed);
    assertThat(world.target.calls)
        .containsExactly(
            "bind snap-dst",
            "validate snap-dst",
            "commit " + JobDigest.of(world.operation(), world.transfers(world.a)));
  }

  @Test
  void aCommitOfOneGroupIsRefused() throws Exception {
    world.run();
    world.untilState(world.b, TaskState.Validated);
    Map<String, String> transfers = new TreeMap<>(world.transfers(world.b));
    transfers.remove("draft");
    world.command(world.b, TaskCommand.Commit, JobDigest.of(world.operation(), transfers));
    TaskFailure b = world.fails(world.b);
    assertThat(b.reason()).isEqualTo("PlanMismatch");
    assertThat(b.message()).contains("spec.jobDigest is");
    world.release(world.b);
    assertThat(world.target.calls)
        .containsExactly("bind snap-dst", "validate snap-dst", "release SNAPSHOT");
  }

  @Test
  void aGroupThatFailsFailsTheOther() throws Exception {
    world.target.participant("t0").tamper.put("draft", BrokenMemory::refusing);
    world.run();
    TaskFailure b = world.fails(world.b);
    assertThat(b.reason()).isEqualTo("EngineRefused");
    assertThat(b.terminal()).isTrue();
    assertThat(b.message()).contains("participant t0").contains("not these pages");
    world.fails(world.a);
    nothingIsValidated();
  }

  @Test
  void groupsThatOverlapInMemoryAreRefused() throws Exception {
    FakeParticipant t1 = world.target.participant("t1");
    t1.caches.put("draft", t1.cache("draft").within(t1.cache("default")));
    world.run();
    TaskFailure b = world.fails(world.b);
    assertThat(b.reason()).isEqualTo("BindingInvalid");
    assertThat(b.message()).contains("/default").contains("/draft");
    world.fails(world.a);
    nothingIsValidated();
  }

  @Test
  void memoryOfAProcessCannotBeATargets() throws Exception {
    world.target.participant("t1").says = TwoGroupsTest::inTheProcess;
    world.run();
    TaskFailure b = world.fails(world.b);
    assertThat(b.reason()).isEqualTo("BindingInvalid");
    assertThat(b.message()).contains("memory of kind PROCESS is only read");
    world.fails(world.a);
    nothingIsValidated();
  }

  private static TensorLayout inTheProcess(TensorLayout layout) {
    TensorLayout.Builder other = layout.toBuilder().clearSegments();
    for (Segment segment : layout.getSegmentsList()) {
      other.addSegments(
          segment.toBuilder().setKind(Segment.Kind.PROCESS).clearPath().setAddress(4096));
    }
    return other.build();
  }

  private void nothingIsValidated() {
    world.release(world.a);
    world.release(world.b);
    assertThat(world.target.calls).containsExactly("bind snap-dst", "release SNAPSHOT");
    assertThat(world.source.calls).containsExactly("pin snap-src", "release SNAPSHOT");
    assertThat(List.of(world.a, world.b))
        .allSatisfy(
            agent -> assertThat(world.task(agent).getStatus().state()).isEqualTo(TaskState.Failed));
  }
}
