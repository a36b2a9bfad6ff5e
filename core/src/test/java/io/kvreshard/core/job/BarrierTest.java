package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.transfer.JobDigest;
import io.kvreshard.core.transfer.OperationId;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing less than everything is a commit (CONTRACT §11). */
class BarrierTest {
  private final World world = new World();

  @BeforeEach
  void moved() {
    world.moved();
  }

  @Test
  void completeBarrierCommitsTheJobDigest() {
    var digest = JobDigest.of(new OperationId(World.UID, 1, 0), Map.of("default", "c".repeat(64)));

    assertThat(world.decide())
        .isInstanceOfSatisfying(
            JobDecision.DecideCommit.class,
            commit -> assertThat(commit.jobDigest()).isEqualTo(digest));
  }

  @Test
  void everySingleReceiptIsNeeded() {
    for (var node : world.nodes()) {
      var receipts = world.task(node).receipts;
      for (int i = 0; i < receipts.size(); i++) {
        var taken = receipts.remove(i);
        assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);
        receipts.add(i, taken);
      }
    }
    assertThat(world.decide()).isInstanceOf(JobDecision.DecideCommit.class);
  }

  @Test
  void validationByTheTargetEngineIsNeeded() {
    world.task("n2").state = TaskState.Landed;

    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);
  }

  @Test
  void transferDigestsOfAllWhoMoveBytesAreNeeded() {
    world.task("n1").transfers.clear();

    assertThat(world.decide()).isInstanceOf(JobDecision.Wait.class);
  }

  @Test
  void differentTransferDigestsEndTheAttempt() {
    world.task("n1").transfers.put("default", "d".repeat(64));

    assertBroken("transfer digest");
  }

  @Test
  void otherByteCountsEndTheAttempt() {
    var receipts = world.task("n1").receipts;
    var first = receipts.getFirst();
    receipts.set(
        0,
        new ReceiptView(first.side(), first.group(), first.route(), first.bytes() - 1, true, null));

    assertBroken("are planned");
  }

  @Test
  void taskWithAFailedReceiptOwesItsOwnReason() {
    failedReceipt();
    var wait = (JobDecision.Wait) world.decide();
    assertThat(wait.reason()).isEqualTo(Reason.Moving);

    world.task("n2").fail("BindingInvalid", true);
    assertEnds(Reason.BindingInvalid, "it broke");
  }

  @Test
  void failedReceiptEndsTheAttemptIfNoReasonFollows() {
    failedReceipt();
    world.timers = new Timers(Duration.ofSeconds(11), Duration.ZERO, Duration.ZERO, Duration.ZERO);

    assertEnds(
        Reason.TransferFailed,
        "group \"default\", Target receipt from \"a0\" to \"b0\": failed: crc differs");
  }

  @Test
  void receiptOfAnotherNodesParticipantEndsTheAttempt() {
    var foreign = world.task("n2").receipts.getFirst();
    world.task("n1").receipts.add(foreign);

    assertBroken("the participant is not on this node");
  }

  @Test
  void receiptTwiceEndsTheAttempt() {
    var receipts = world.task("n1").receipts;
    receipts.add(receipts.getFirst());

    assertBroken("reported twice");
  }

  @Test
  void unplannedReceiptEndsTheAttempt() {
    world.task("n1").receipt(Side.Source, "default", new Route("a0", "b3"), 1);

    assertBroken("no such route is planned");
  }

  private void failedReceipt() {
    var receipts = world.task("n2").receipts;
    var first = receipts.getFirst();
    receipts.set(
        0, new ReceiptView(first.side(), first.group(), first.route(), 0, false, "crc differs"));
  }

  private void assertBroken(String words) {
    assertEnds(Reason.TransferMismatch, words);
  }

  private void assertEnds(Reason reason, String words) {
    assertThat(world.decide())
        .isInstanceOfSatisfying(
            JobDecision.EndAttempt.class,
            abort -> {
              assertThat(abort.reason()).isEqualTo(reason);
              assertThat(abort.message()).contains("Node \"", words);
            });
  }
}
