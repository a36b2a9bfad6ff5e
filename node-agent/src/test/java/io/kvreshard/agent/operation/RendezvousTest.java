package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.crd.BoundCoordinator;
import io.kvreshard.crd.BoundParticipant;
import io.kvreshard.crd.JobRef;
import io.kvreshard.crd.KVTransferTaskSpec;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskSide;
import io.kvreshard.proto.peer.v1.BindingDigest;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Source s0 on a, s1 on b; target t0 on b. */
final class RendezvousTest {
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final long EPOCH = -5;

  private final Placement source = SmallModel.ONLY.placement("s", 2, 1);
  private final Placement target = SmallModel.ONLY.placement("t", 1, 1);
  private final GroupPlan plan =
      new GroupPlan(
          "default",
          "uid/1/0/default",
          SmallModel.ONLY.snapshot(),
          source,
          target,
          PlanSet.plan(source, target, null, SmallModel.ONLY.snapshot()));
  private final Rendezvous rendezvous = new Rendezvous(plan, new Roster(spec()));

  private static KVTransferTaskSpec spec() {
    return new KVTransferTaskSpec(
        new JobRef("models", "job", "uid"),
        1,
        "a",
        TaskCommand.Run,
        "docs",
        List.of(),
        new TaskSide(
            "src",
            "src",
            new BoundCoordinator("r3", "a", "7", "i-src"),
            List.of(
                new BoundParticipant("s0", "r0", "a", "i-s0"),
                new BoundParticipant("s1", "r1", "b", "i-s1"))),
        new TaskSide(
            "dst",
            "dst",
            new BoundCoordinator("r4", "b", "7", "i-dst"),
            List.of(new BoundParticipant("t0", "r2", "b", "i-t0"))),
        null,
        List.of(),
        null,
        null,
        10,
        null,
        null,
        null);
  }

  private static BindingDigest binding(String participant, String instance) {
    return BindingDigest.newBuilder()
        .setParticipantId(participant)
        .setInstanceId(instance)
        .setDigest(Sha256.hex(participant))
        .setGroupEpoch(EPOCH)
        .build();
  }

  private static void refused(FailureReason reason, String sentence, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            FailedException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(reason);
              assertThat(e.sentence()).contains(sentence);
            });
  }

  @Test
  void listsAreThereWhenAllHaveJoined() throws Exception {
    rendezvous.join(Side.SOURCE, "b", EPOCH, List.of(binding("s1", "i-s1")));
    refused(
        FailureReason.ProgressTimeout,
        "the bindings of the source's participants [s0, s1] did not come",
        () -> rendezvous.list(Side.SOURCE, SHORT));
    rendezvous.join(Side.SOURCE, "a", EPOCH, List.of(binding("s0", "i-s0")));
    rendezvous.join(Side.SOURCE, "a", EPOCH, List.of(binding("s0", "i-s0")));
    assertThat(rendezvous.list(Side.SOURCE, SHORT))
        .containsExactly(binding("s0", "i-s0"), binding("s1", "i-s1"));
    rendezvous.offer(Side.TARGET, List.of(binding("t0", "i-t0")));
    var both = rendezvous.both(SHORT);
    assertThat(both.getSourcesCount()).isEqualTo(2);
    assertThat(both.getTargetsList()).containsExactly(binding("t0", "i-t0"));
  }

  @Test
  void strangersAreRefused() {
    refused(
        FailureReason.TaskInvalid,
        "participant t0 is not in the source's plan",
        () -> rendezvous.join(Side.SOURCE, "a", EPOCH, List.of(binding("t0", "i-t0"))));
    refused(
        FailureReason.TaskInvalid,
        "participant s1 joins from node a, the task has it on node b",
        () -> rendezvous.join(Side.SOURCE, "a", EPOCH, List.of(binding("s1", "i-s1"))));
    refused(
        FailureReason.RuntimeGone,
        "participant s0 joins as instance other, the task was made for i-s0",
        () -> rendezvous.join(Side.SOURCE, "a", EPOCH, List.of(binding("s0", "other"))));
    refused(
        FailureReason.RuntimeGone,
        "is of group epoch 18446744073709551611, its coordinator of 7",
        () -> rendezvous.join(Side.SOURCE, "a", 7, List.of(binding("s0", "i-s0"))));
  }

  @Test
  void aBindingDoesNotChange() throws Exception {
    rendezvous.join(Side.SOURCE, "a", EPOCH, List.of(binding("s0", "i-s0")));
    BindingDigest other = binding("s0", "i-s0").toBuilder().setDigest(Sha256.hex("other")).build();
    refused(
        FailureReason.TaskInvalid,
        "participant s0 has joined with binding",
        () -> rendezvous.join(Side.SOURCE, "a", EPOCH, List.of(other)));
  }

  @Test
  void anIncompleteListIsRefused() {
    refused(
        FailureReason.TaskInvalid,
        "the source's list has participants [s0], the plan [s0, s1]",
        () -> rendezvous.offer(Side.SOURCE, List.of(binding("s0", "i-s0"))));
    refused(
        FailureReason.TaskInvalid,
        "the source's list has participants [s0, s0]",
        () -> rendezvous.offer(Side.SOURCE, List.of(binding("s0", "i-s0"), binding("s0", "i-s0"))));
  }

  @Test
  void aFailureEndsAllWaits() {
    rendezvous.fail(new FailedException(FailureReason.RuntimeGone, "the engine is gone"));
    refused(
        FailureReason.RuntimeGone,
        "the engine is gone",
        () -> rendezvous.both(Duration.ofSeconds(10)));
  }
}
