package io.kvreshard.core.job;

import io.kvreshard.core.status.Finding;
import io.kvreshard.core.status.Truth;
import java.util.List;

/** The conditions of a job, for kstatus, Argo CD and {@code kubectl wait} (DESIGN §4). */
public final class JobFindings {
  private JobFindings() {}

  /** The reason of condition Quiesced of a job that has left noise behind; it stays for ever. */
  public static final String QUARANTINED = "Quarantined";

  /**
   * Succeeded, Failed, Quiesced, Ready, Reconciling, Stalled.
   *
   * @param quarantine which pages may still be touched for ever; empty: none
   */
  public static List<Finding> of(
      Phase phase, Reason reason, String message, Truth quiesced, String quarantine) {
    boolean planned = phase == Phase.Pending && reason == Reason.DryRun;
    boolean ready = phase == Phase.Succeeded || phase == Phase.Cancelled || planned;
    boolean failed = phase == Phase.Failed;
    return List.of(
        finding("Succeeded", phase == Phase.Succeeded, reason, message),
        finding("Failed", failed, reason, message),
        quarantine.isEmpty() ? quiesced(quiesced) : quarantined(quarantine),
        finding("Ready", ready, reason, message),
        finding("Reconciling", !ready && !failed, reason, message),
        finding("Stalled", failed, reason, message));
  }

  private static Finding finding(String type, boolean value, Reason reason, String message) {
    return new Finding(type, Truth.of(value), reason.name(), message);
  }

  private static Finding quarantined(String quarantine) {
    return new Finding("Quiesced", Truth.Unknown, QUARANTINED, quarantine);
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
              "Quiesced",
              truth,
              "ProofOwed",
              "A lost agent, or an engine that does not answer, owes the proof that a node is quiet.");
    };
  }
}
