package io.kvreshard.core.job;

import io.kvreshard.core.status.Finding;
import io.kvreshard.core.status.Truth;
import java.util.List;

/** The conditions of a job, for kstatus, Argo CD and {@code kubectl wait} (DESIGN §4). */
public final class JobFindings {
  private JobFindings() {}

  /** Succeeded, Failed, Quiesced, Ready, Reconciling, Stalled. */
  public static List<Finding> of(Phase phase, Reason reason, String message, Truth quiesced) {
    boolean planned = phase == Phase.Pending && reason == Reason.DryRun;
    boolean ready = phase == Phase.Succeeded || phase == Phase.Cancelled || planned;
    boolean failed = phase == Phase.Failed;
    return List.of(
        finding("Succeeded", phase == Phase.Succeeded, reason, message),
        finding("Failed", failed, reason, message),
        quiesced(quiesced),
        finding("Ready", ready, reason, message),
        finding("Reconciling", !ready && !failed, reason, message),
        finding("Stalled", failed, reason, message));
  }

  private static Finding finding(String type, boolean value, Reason reason, String message) {
    return new Finding(type, Truth.of(value), reason.name(), message);
  }

  private static Finding quiesced(Truth truth) {
    return switch (truth) {
      case True ->
          new Finding(
              "Quiesced", truth, "Quiet", "Nothing of this job can touch an engine's memory.");
      case False ->
          new Finding(
              "Quiesced", truth, "TasksActive", "Tasks of this job may touch engines' memory.");
      case Unknown ->
          new Finding(
              "Quiesced", truth, "AgentLost", "A lost agent owes the proof that it is quiet.");
    };
  }
}
