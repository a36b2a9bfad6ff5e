package io.kvreshard.core.job;

import io.kvreshard.core.snapshot.Binding;
import io.kvreshard.core.snapshot.BoundProcess;
import io.kvreshard.core.snapshot.Documents;
import io.kvreshard.core.snapshot.SnapshotPhase;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whether source and target can be what the job needs them to be. */
final class Ends {
  private static final String SOURCE = "spec.source";
  private static final String TARGET = "spec.target";

  private Ends() {}

  /** Something that may come. */
  record Missing(Reason reason, String message) {}

  /** One KVSnapshot, or two of one engine: nothing would go anywhere. */
  static Optional<JobDecision.Fail> refuseSelf(
      JobView job, @Nullable SnapshotView source, @Nullable SnapshotView target) {
    return Compatibility.refuseSelf(job.source(), job.target())
        .or(() -> refuseOneEngine(source, target));
  }

  private static Optional<JobDecision.Fail> refuseOneEngine(
      @Nullable SnapshotView source, @Nullable SnapshotView target) {
    if (source == null
        || target == null
        || !(source.binding() instanceof Binding.Bound(var _, var from))
        || !(target.binding() instanceof Binding.Bound(var _, var to))
        || !instances(from).containsAll(instances(to))) {
      return Optional.empty();
    }
    return Optional.of(
        new JobDecision.Fail(
            Reason.SelfTarget,
            "spec.target.snapshotRef.name: \"%s\" and \"%s\" (spec.source) are pages of the same processes, KVRuntimes %s: name a reservation of another engine."
                .formatted(
                    target.name(),
                    source.name(),
                    to.stream().map(BoundProcess::runtime).collect(Collectors.joining(", ")))));
  }

  private static Set<String> instances(List<BoundProcess> processes) {
    return processes.stream().map(BoundProcess::instanceId).collect(Collectors.toSet());
  }

  static Optional<JobDecision.Fail> refuseSource(@Nullable SnapshotView source) {
    if (source == null) {
      return Optional.empty();
    }
    return switch (source.phase()) {
      case Pending, Reserved, Filling, Ready -> invalid(source, SOURCE);
      case Lost, Released ->
          refuse(Reason.SourceLost, source, SOURCE, "is " + source.phase() + ": export it again.");
      case Quarantined ->
          refuse(
              Reason.SourceQuarantined,
              source,
              SOURCE,
              "is Quarantined: restart its engine, or export it again from another one.");
    };
  }

  static Optional<JobDecision.Fail> refuseTarget(@Nullable SnapshotView target) {
    if (target == null) {
      return Optional.empty();
    }
    return switch (target.phase()) {
      case Pending, Reserved, Filling -> invalid(target, TARGET);
      case Ready, Quarantined, Lost, Released ->
          refuse(
              Reason.TargetNotReserved,
              target,
              TARGET,
              "is %s, not a free reservation: reserve pages anew and name that KVSnapshot."
                  .formatted(target.phase()));
    };
  }

  private static Optional<JobDecision.Fail> invalid(SnapshotView snapshot, String field) {
    return switch (snapshot.documents()) {
      case Documents.Invalid invalid ->
          refuse(Reason.InvalidSnapshot, snapshot, field, "is invalid: " + invalid.message());
      case Documents.Valid _, Documents.Missing _ -> Optional.empty();
    };
  }

  static Optional<Missing> missingSource(JobView job, @Nullable SnapshotView source) {
    if (source == null) {
      return nonexistent(Reason.WaitingForSource, job.source(), SOURCE);
    }
    return absent(Reason.WaitingForSource, source, SOURCE)
        .or(
            () ->
                switch (source.phase()) {
                  case Ready -> Optional.empty();
                  case Pending -> unchecked(Reason.WaitingForSource, source, SOURCE);
                  case Reserved, Filling, Quarantined, Lost, Released ->
                      missing(
                          Reason.WaitingForSource,
                          source,
                          SOURCE,
                          "is " + source.phase() + ", not Ready.");
                });
  }

  static Optional<Missing> missingTarget(JobView job, @Nullable SnapshotView target) {
    if (target == null) {
      return nonexistent(Reason.WaitingForTarget, job.target(), TARGET);
    }
    return absent(Reason.WaitingForTarget, target, TARGET)
        .or(
            () ->
                target.phase() == SnapshotPhase.Pending
                    ? unchecked(Reason.WaitingForTarget, target, TARGET)
                    : Optional.empty());
  }

  private static Optional<Missing> absent(Reason reason, SnapshotView snapshot, String field) {
    if (snapshot.documents() instanceof Documents.Missing gap) {
      return missing(reason, snapshot, field, "is incomplete: " + gap.message());
    }
    if (snapshot.binding() instanceof Binding.Unbound unbound) {
      return missing(reason, snapshot, field, "is not bound: " + unbound.message());
    }
    return Optional.empty();
  }

  private static Optional<Missing> unchecked(Reason reason, SnapshotView snapshot, String field) {
    return missing(reason, snapshot, field, "has not been checked yet.");
  }

  private static Optional<Missing> nonexistent(Reason reason, String name, String field) {
    return Optional.of(
        new Missing(
            reason,
            "KVSnapshot \"%s\" (%s.snapshotRef.name) does not exist.".formatted(name, field)));
  }

  /** For steps that are only taken once both ends were found. */
  static SnapshotView present(@Nullable SnapshotView snapshot) {
    if (snapshot == null) {
      throw new IllegalStateException("a step was taken without its snapshot");
    }
    return snapshot;
  }

  private static Optional<Missing> missing(
      Reason reason, SnapshotView snapshot, String field, String what) {
    return Optional.of(new Missing(reason, sentence(snapshot, field, what)));
  }

  private static Optional<JobDecision.Fail> refuse(
      Reason reason, SnapshotView snapshot, String field, String what) {
    return Optional.of(new JobDecision.Fail(reason, sentence(snapshot, field, what)));
  }

  private static String sentence(SnapshotView snapshot, String field, String what) {
    return "KVSnapshot \"%s\" (%s) %s".formatted(snapshot.name(), field, what);
  }
}
