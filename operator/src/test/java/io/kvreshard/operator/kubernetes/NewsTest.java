package io.kvreshard.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NewsTest {
  private static KVTransferTask task(String status) {
    var task =
        Serialization.unmarshal(
            "spec: {command: Run}\nstatus: {%s}".formatted(status), KVTransferTask.class);
    task.setMetadata(new ObjectMetaBuilder().withName("t").build());
    return task;
  }

  private static KVSnapshot snapshot(String status) {
    return Serialization.unmarshal("status: {%s}".formatted(status), KVSnapshot.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "state: Landed",
        "state: Validated",
        "state: Committed",
        "state: Aborted",
        "state: Failed, failure: {reason: Internal, message: it broke, terminal: false}",
        "state: Running, quiesced: Unknown, quarantine: {since: then, message: a thread}"
      })
  void whatAnAgentHasDoneOrCannotDoIsNews(String status) {
    assertThat(News.ofTask(task(status), task("state: Running"))).isTrue();
    assertThat(News.ofTask(task(status), task(status))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"state: Accepted", "state: Running", "state: Running, bytesDone: 7"})
  void thatItIsOnItsWayIsNone(String status) {
    assertThat(News.ofTask(task(status), task("agentIncarnation: i"))).isFalse();
  }

  @Test
  void deletionIsNewsWhileTheTaskRuns() {
    var deleted = task("state: Running");
    deleted.getMetadata().setDeletionTimestamp("2026-12-01T12:00:00Z");
    assertThat(News.ofTask(deleted, task("state: Running"))).isTrue();

    var ended = Serialization.unmarshal("spec: {command: Commit}", KVTransferTask.class);
    ended.setMetadata(deleted.getMetadata());
    assertThat(News.ofTask(ended, task(""))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          phase: Reserved                      | phase: Filling, claim: {jobUID: a, attempt: 1}
          phase: Ready                         | phase: Ready, readers: [{jobUID: a}]
          phase: Ready, readers: [{jobUID: a}] | phase: Ready, readers: [{jobUID: a}, {jobUID: b}]
          """)
  void oneMoreJobThatHoldsASnapshotIsNone(String before, String now) {
    assertThat(News.ofSnapshot(snapshot(now), snapshot(before))).isFalse();
    assertThat(News.ofSnapshot(snapshot(before), snapshot(now))).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          phase: Pending | phase: Reserved
          phase: Reserved | phase: Lost, claim: {jobUID: a, attempt: 1}
          phase: Filling, claim: {jobUID: a, attempt: 1} | phase: Filling, claim: {jobUID: a, attempt: 2}
          phase: Ready, readers: [{jobUID: a}] | phase: Ready, readers: [{jobUID: b}]
          phase: Ready | phase: Ready, participants: [{id: p}], readers: [{jobUID: a}]
          phase: Ready, conditions: [{type: Bound, status: 'False'}] | phase: Ready, readers: [{jobUID: a}], conditions: [{type: Bound, status: 'True'}]
          """)
  void everythingElseIs(String before, String now) {
    assertThat(News.ofSnapshot(snapshot(now), snapshot(before))).isTrue();
  }

  @Test
  void firstStatusIsNews() {
    assertThat(News.ofSnapshot(snapshot("phase: Ready"), new KVSnapshot())).isTrue();
  }
}
