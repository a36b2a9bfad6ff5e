package io.kvreshard.operator.control;

import io.kvreshard.core.job.JobDecision;
import io.kvreshard.failpoint.Step;
import java.util.Optional;

/** Decisions as steps at which tests make the operator fail. */
final class DecisionSteps {
  private DecisionSteps() {}

  /**
   * Empty for decisions that write nothing but a position in line, and for one of which the only
   * write is a step by itself.
   */
  static Optional<Step> of(JobDecision decision) {
    return switch (decision) {
      case JobDecision.Done _,
          JobDecision.Sleep _,
          JobDecision.AskPlace _,
          JobDecision.Queue _,
          JobDecision.Guard _ ->
          Optional.empty();
      case JobDecision.Suspend _ -> Optional.of(Step.OPERATOR_SUSPEND);
      case JobDecision.Resume _ -> Optional.of(Step.OPERATOR_RESUME);
      case JobDecision.Cancel _ -> Optional.of(Step.OPERATOR_CANCEL);
      case JobDecision.Acknowledge _ -> Optional.of(Step.OPERATOR_ACKNOWLEDGE);
      case JobDecision.Delete _ -> Optional.of(Step.OPERATOR_EXPIRE);
      case JobDecision.OrderRelease _ -> Optional.of(Step.OPERATOR_ORDER_RELEASES);
      case JobDecision.LeaveTasks _ -> Optional.of(Step.OPERATOR_LEAVE_TASKS);
      case JobDecision.Wait _ -> Optional.of(Step.OPERATOR_WAIT);
      case JobDecision.Fail _ -> Optional.of(Step.OPERATOR_FAIL);
      case JobDecision.RecordPlan _ -> Optional.of(Step.OPERATOR_RECORD_PLAN);
      case JobDecision.FinishDryRun _ -> Optional.of(Step.OPERATOR_FINISH_DRY_RUN);
      case JobDecision.Unguard _ -> Optional.of(Step.OPERATOR_UNGUARD);
      case JobDecision.FreeSource _ -> Optional.of(Step.OPERATOR_FREE_SOURCE);
      case JobDecision.CloseSource _ -> Optional.of(Step.OPERATOR_CLOSE_SOURCE);
      case JobDecision.SettleSource _ -> Optional.of(Step.OPERATOR_SETTLE_SOURCE);
      case JobDecision.Claim _ -> Optional.of(Step.OPERATOR_CLAIM);
      case JobDecision.FreeTarget _ -> Optional.of(Step.OPERATOR_FREE_TARGET);
      case JobDecision.Quarantine _ -> Optional.of(Step.OPERATOR_QUARANTINE);
      case JobDecision.StartAttempt _ -> Optional.of(Step.OPERATOR_START_ATTEMPT);
      case JobDecision.CreateTasks _ -> Optional.of(Step.OPERATOR_CREATE_TASKS);
      case JobDecision.EndAttempt _ -> Optional.of(Step.OPERATOR_END_ATTEMPT);
      case JobDecision.DecideCommit _ -> Optional.of(Step.OPERATOR_DECIDE_COMMIT);
      case JobDecision.IssueCommand _ -> Optional.of(Step.OPERATOR_ISSUE_COMMAND);
      case JobDecision.RecordSuccess _ -> Optional.of(Step.OPERATOR_RECORD_SUCCESS);
      case JobDecision.RecordQuiet _ -> Optional.of(Step.OPERATOR_RECORD_QUIET);
      case JobDecision.RetryAt _ -> Optional.of(Step.OPERATOR_RETRY_AT);
      case JobDecision.DeleteTasks _ -> Optional.of(Step.OPERATOR_DELETE_TASKS);
      case JobDecision.ReleaseTasks _ -> Optional.of(Step.OPERATOR_RELEASE_TASKS);
      case JobDecision.DropDocuments _ -> Optional.of(Step.OPERATOR_DROP_DOCUMENTS);
    };
  }
}
