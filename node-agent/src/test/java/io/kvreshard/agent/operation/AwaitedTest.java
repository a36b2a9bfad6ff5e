package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.TaskQuarantine;
import io.kvreshard.crd.TaskState;
import io.kvreshard.failpoint.Step;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who waits for what. */
final class AwaitedTest {
  private static KVTransferTaskStatus status(TaskState state) {
    return status(state, Quiesced.False, null, null, null);
  }

  private static KVTransferTaskStatus status(
      TaskState state,
      Quiesced quiesced,
      @Nullable TaskQuarantine quarantine,
      @Nullable Boolean released,
      @Nullable TaskFailure failure) {
    return new KVTransferTaskStatus(
        1L, "inc", state, null, null, 0L, quiesced, quarantine, released, failure);
  }

  private static TaskFailure failure(String why) {
    return new TaskFailure("Internal", why, false);
  }

  @ParameterizedTest
  @CsvSource({
    "Accepted, AGENT_STATUS_ACCEPTED, AGENT_STATUS_ACCEPTED",
    "Running, ,",
    "Landed, , AGENT_STATUS_LANDED",
    "Validated, AGENT_STATUS_VALIDATED, AGENT_STATUS_VALIDATED",
    "Committed, AGENT_STATUS_COMMITTED,",
    "Aborted, AGENT_STATUS_ABORTED, AGENT_STATUS_ABORTED",
    "Failed, AGENT_STATUS_FAILED, AGENT_STATUS_FAILED"
  })
  void statesThatSomebodyWaitsFor(TaskState state, @Nullable Step decides, @Nullable Step other) {
    for (TaskState before : TaskState.values()) {
      boolean same = before == state;
      assertThat(Awaited.of(status(before), status(state), true).orElse(null))
          .isEqualTo(same ? null : decides);
      assertThat(Awaited.of(status(before), status(state), false).orElse(null))
          .isEqualTo(same ? null : other);
    }
    assertThat(Awaited.of(null, status(state), true).orElse(null)).isEqualTo(decides);
    assertThat(Awaited.of(null, status(state), false).orElse(null)).isEqualTo(other);
  }

  @Test
  void anotherFailureIsNews() {
    var one = status(TaskState.Failed, Quiesced.False, null, null, failure("one"));
    var two = status(TaskState.Failed, Quiesced.False, null, null, failure("two"));
    assertThat(Awaited.of(one, two, true)).contains(Step.AGENT_STATUS_FAILED);
    assertThat(Awaited.of(one, one, true)).isEmpty();
  }

  @Test
  void quietReleaseAndQuarantineAreNewsInEveryState() {
    for (TaskState state : TaskState.values()) {
      var noisy = status(state);
      var quiet = status(state, Quiesced.True, null, null, null);
      var released = status(state, Quiesced.True, null, true, null);
      var owing =
          status(state, Quiesced.Unknown, new TaskQuarantine("then", "a thread"), null, null);
      assertThat(Awaited.of(noisy, quiet, true)).contains(Step.AGENT_STATUS_QUIET);
      assertThat(Awaited.of(owing, quiet, true)).contains(Step.AGENT_STATUS_QUIET);
      assertThat(Awaited.of(quiet, released, false)).contains(Step.AGENT_STATUS_QUIET);
      assertThat(Awaited.of(noisy, owing, false)).contains(Step.AGENT_STATUS_QUIET);
      assertThat(Awaited.of(null, quiet, false)).isPresent();
      assertThat(Awaited.of(quiet, quiet, true)).isEmpty();
      assertThat(Awaited.of(owing, owing, true)).isEmpty();
      assertThat(Awaited.of(released, released, true)).isEmpty();
    }
  }
}
