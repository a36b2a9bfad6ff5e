package io.kvreshard.operator.trace;

import io.kvreshard.core.job.JobDecision;
import java.util.Optional;

/** Steps of jobs as names of spans. */
final class StepNames {
  private StepNames() {}

  /** Empty for decisions that change nothing, or only say how long a wait is. */
  static Optional<String> of(JobDecision decision) {
    return switch (decision) {
      case JobDecision.Done _,
          JobDecision.Sleep _,
          JobDecision.AskPlace _,
          JobDecision.Wait _,
          JobDecision.Queue _ ->
          Optional.empty();
      case JobDecision.Acknowledge _ -> Optional.of("acknowledge");
      case JobDecision.Cancel _ -> Optional.of("cancel");
      case JobDecision.Claim _ -> Optional.of("claim");
      case JobDecision.CloseSource _ -> Optional.of("close source");
      case JobDecision.CreateTasks _ -> Optional.of("create tasks");
      case JobDecision.DecideCommit _ -> Optional.of("decide commit");
      case JobDecision.Delete _ -> Optional.of("delete job");
      case JobDecision.DeleteTasks _ -> Optional.of("delete tasks");
      case JobDecision.DropDocuments _ -> Optional.of("drop documents");
      case JobDecision.EndAttempt _ -> Optional.of("end attempt");
      case JobDecision.Fail _ -> Optional.of("fail");
      case JobDecision.FinishDryRun _ -> Optional.of("finish dry run");
      case JobDecision.FreeSource _ -> Optional.of("free source");
      case JobDecision.FreeTarget _ -> Optional.of("free target");
      case JobDecision.Guard _ -> Optional.of("guard");
      case JobDecision.IssueCommand _ -> Optional.of("issue command");
      case JobDecision.LeaveTasks _ -> Optional.of("leave tasks");
      case JobDecision.OrderRelease _ -> Optional.of("order release");
      case JobDecision.Quarantine _ -> Optional.of("quarantine");
      case JobDecision.RecordPlan _ -> Optional.of("plan");
      case JobDecision.RecordQuiet _ -> Optional.of("record quiet");
      case JobDecision.RecordSuccess _ -> Optional.of("record success");
      case JobDecision.ReleaseTasks _ -> Optional.of("release tasks");
      case JobDecision.Resume _ -> Optional.of("resume");
      case JobDecision.RetryAt _ -> Optional.of("retry later");
      case JobDecision.SettleSource _ -> Optional.of("settle source");
      case JobDecision.StartAttempt _ -> Optional.of("start attempt");
      case JobDecision.Suspend _ -> Optional.of("suspend");
      case JobDecision.Unguard _ -> Optional.of("unguard");
    };
  }
}
