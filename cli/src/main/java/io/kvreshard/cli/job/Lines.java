package io.kvreshard.cli.job;

import io.kvreshard.cli.output.Printable;
import io.kvreshard.core.job.Actor;
import io.kvreshard.core.job.Reason;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobStatus;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is said of a job to people, each in one line. */
final class Lines {
  private Lines() {}

  /** {@code KVReshardJob "move"}. */
  static String label(String name) {
    return "KVReshardJob \"%s\"".formatted(name);
  }

  static String label(KVReshardJob job) {
    return label(job.getMetadata().getName());
  }

  /** How it ended, why, and who must act. */
  static String of(JobEnd end, Duration limit) {
    var job = end.seen();
    var label = label(job);
    return switch (end.ending()) {
      case SUCCEEDED, CANCELLED -> label + " " + end.ending().word() + message(job);
      case PLANNED -> label + " is planned, as a dry run" + message(job);
      case FAILED -> label + " Failed" + because(job);
      case DELETED -> label + " was deleted before its end; it was " + standing(job) + ".";
      case TIMEOUT ->
          "%s has not ended within %s: it is %s%s"
              .formatted(label, text(limit), phase(job), because(job));
    };
  }

  /** {@code Running, Moving}: where it is, in a word or two. */
  static String standing(KVReshardJob job) {
    var reason = reason(job);
    return reason.isEmpty() || reason.equals(phase(job)) ? phase(job) : phase(job) + ", " + reason;
  }

  /** Who must act if it stays where it is; empty: nobody, or one cannot tell. */
  static Optional<String> actor(KVReshardJob job) {
    return Optional.ofNullable(Reason.byName(reason(job)))
        .map(Reason::actor)
        .filter(actor -> actor != Actor.NOBODY)
        .map(Actor::words);
  }

  static String phase(KVReshardJob job) {
    var status = job.getStatus();
    return status == null || status.phase() == null ? "Pending" : status.phase().name();
  }

  static String reason(KVReshardJob job) {
    return text(job, KVReshardJobStatus::reason);
  }

  private static String because(KVReshardJob job) {
    var reason = reason(job);
    return (reason.isEmpty() ? "" : ", " + reason)
        + message(job)
        + actor(job).map(" Who must act: %s."::formatted).orElse("");
  }

  private static String message(KVReshardJob job) {
    var message = text(job, KVReshardJobStatus::message);
    return message.isEmpty() ? "." : ": " + message;
  }

  private static String text(
      KVReshardJob job, Function<KVReshardJobStatus, @Nullable String> field) {
    var status = job.getStatus();
    return Printable.of(status == null ? "" : Objects.requireNonNullElse(field.apply(status), ""));
  }

  /** As it is written on the command line: {@code 1h30m}. */
  static String text(Duration duration) {
    return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }
}
