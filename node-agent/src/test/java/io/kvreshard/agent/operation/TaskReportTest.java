package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.crd.TaskState;
import io.opentelemetry.api.trace.Span;
import org.junit.jupiter.api.Test;

class TaskReportTest {
  private final TaskReport report = new TaskReport("me", () -> {}, _ -> {}, Span.getInvalid());

  @Test
  void stepOnTheWayIsNoNewsOfATaskThatHasFailed() {
    report.state(TaskState.Running);
    report.failed(new FailedException(FailureReason.RuntimeGone, "the engine is gone"));

    report.state(TaskState.Validated);

    assertThat(report.state()).isEqualTo(TaskState.Failed);
    assertThat(report.status(1L, 0).failure()).isNotNull();
  }

  @Test
  void decidedCommitIsNewsEvenOfATaskThatHasFailed() {
    report.failed(new FailedException(FailureReason.AgentRestarted, "another agent"));

    report.state(TaskState.Committed);

    assertThat(report.state()).isEqualTo(TaskState.Committed);
    assertThat(report.status(1L, 0).failure()).isNull();
  }
}
