package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.snapshot.Documents;
import io.kvreshard.core.snapshot.GroupDocuments;
import io.kvreshard.core.snapshot.Models;
import io.kvreshard.core.snapshot.SnapshotPhase;
import io.kvreshard.core.transfer.JobDigest;
import io.kvreshard.core.transfer.OperationId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A target model of 16 heads and a draft model of 8: all groups move or none (DESIGN §3). */
class TwoGroupsTest {
  private static final String MAIN_DIGEST = "c".repeat(64);
  private static final String DRAFT_DIGEST = "d".repeat(64);

  private final World world = new World();

  @BeforeEach
  void moved() {
    world.source = twoGroups("a", 2, "n1", SnapshotPhase.Ready);
    world.target = twoGroups("b", 4, "n2", SnapshotPhase.Reserved);
    world.moved();
    world
        .tasks
        .values()
        .forEach(
            task -> {
              task.transfers.put("default", MAIN_DIGEST);
              task.transfers.put("draft", DRAFT_DIGEST);
            });
  }

  private static SnapshotView twoGroups(String name, int tp, String node, SnapshotPhase phase) {
    var one = World.snapshot(name, tp, node, phase);
    return new SnapshotView(
        name,
        phase,
        new Documents.Valid(List.of(group("default", 16, name, tp), group("draft", 8, name, tp))),
        one.binding(),
        one.claim(),
        one.readers(),
        one.quarantine());
  }

  private static GroupDocuments group(String name, long heads, String prefix, int tp) {
    var descriptor = new Descriptor(LayerSet.of(0, 1), "float16", 2, 16, heads, 8, 8);
    return new GroupDocuments(
        name, Models.snapshot("prod", "1"), Models.placement(prefix, tp, descriptor));
  }

  @Test
  void thePlanHasTheBytesOfBoth() {
    var summary = Objects.requireNonNull(world.recorded.plan());

    assertThat(summary.bytes()).isEqualTo(4 * Models.BYTES + 2 * Models.BYTES);
    assertThat(summary.digest())
        .isEqualTo(((Planning.Planned) world.plan()).plan().summary().digest());
  }

  @Test
  void theCommitIsOfBothGroups() {
    var digest =
        JobDigest.of(
            new OperationId(World.UID, 1, 0),
            Map.of("default", MAIN_DIGEST, "draft", DRAFT_DIGEST));

    assertThat(world.decide())
        .isInstanceOfSatisfying(
            JobDecision.DecideCommit.class,
            commit -> assertThat(commit.jobDigest()).isEqualTo(digest));
  }

  @Test
  void everySingleReceiptOfEitherGroupIsNeeded() {
    for (var node : world.nodes()) {
      var receipts = world.task(node).receipts;
      assertThat(receipts).extracting(ReceiptView::group).contains("default", "draft");
      for (int i = 0; i < receipts.size(); i++) {
        var taken = receipts.remove(i);
        assertThat(world.decide())
            .isInstanceOfSatisfying(
                JobDecision.Wait.class, wait -> assertThat(wait.reason()).isEqualTo(Reason.Moving));
        receipts.add(i, taken);
      }
    }
    assertThat(world.decide()).isInstanceOf(JobDecision.DecideCommit.class);
  }

  @Test
  void theTransferDigestOfEitherGroupIsNeeded() {
    for (var node : world.nodes()) {
      for (var group : List.of("default", "draft")) {
        var taken = Objects.requireNonNull(world.task(node).transfers.remove(group));
        assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);
        world.task(node).transfers.put(group, taken);
      }
    }
  }

  @Test
  void aDisagreementInOneGroupEndsTheAttempt() {
    world.task("n1").transfers.put("draft", MAIN_DIGEST);

    assertEnds("Node \"n2\", group \"draft\": transfer digest " + DRAFT_DIGEST);
  }

  @Test
  void aFailureInOneGroupEndsTheAttempt() {
    changeDraft(it -> new ReceiptView(it.side(), "draft", it.route(), 0, false, "crc differs"));
    world.timers = new Timers(Duration.ofSeconds(11), Duration.ZERO, Duration.ZERO, Duration.ZERO);

    assertEnds(Reason.TransferFailed, "Node \"n2\", group \"draft\", Target receipt");
  }

  @Test
  void theBytesOfOneGroupAreNotThoseOfTheOther() {
    changeDraft(it -> new ReceiptView(it.side(), "draft", it.route(), 2 * it.bytes(), true, null));

    assertEnds("group \"draft\"");
  }

  /** Changes one receipt of the draft model at the target. */
  private void changeDraft(UnaryOperator<ReceiptView> change) {
    var receipts = world.task("n2").receipts;
    var draft =
        receipts.stream().filter(it -> it.group().equals("draft")).findFirst().orElseThrow();
    receipts.set(receipts.indexOf(draft), change.apply(draft));
  }

  private void assertEnds(String words) {
    assertEnds(Reason.TransferMismatch, words);
  }

  private void assertEnds(Reason reason, String words) {
    assertThat(world.decide())
        .isInstanceOfSatisfying(
            JobDecision.EndAttempt.class,
            end -> {
              assertThat(end.reason()).isEqualTo(reason);
              assertThat(end.message()).contains(words);
            });
    assertThat(world.settle()).isNotInstanceOf(JobDecision.Done.class);
    assertThat(world.tasks.values()).allMatch(task -> task.command == Command.Abort);
  }
}
