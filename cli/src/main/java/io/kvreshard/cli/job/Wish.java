package io.kvreshard.cli.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvreshard.cli.output.JsonOutput;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.Verdict;

/** What an author may want of a job that exists. */
enum Wish {
  CANCEL("cancel", true),
  SUSPEND("suspend", true),
  RESUME("suspend", false);

  private final String field;
  private final boolean value;

  Wish(String field, boolean value) {
    this.field = field;
    this.value = value;
  }

  /** What becomes of a wish. */
  sealed interface Answer {
    /** It has to be written. */
    record Possible() implements Answer {}

    /** Nothing is to be done. */
    record Already(String why) implements Answer {}

    record TooLate(String why) implements Answer {}
  }

  /** The merge patch that writes it. */
  ObjectNode patch() {
    var patch = JsonOutput.object();
    patch.putObject("spec").put(field, value);
    return patch;
  }

  /** What would become of it. */
  Answer of(KVReshardJob job) {
    var ending = Ending.of(job);
    if (ending.isPresent()) {
      return this == CANCEL && ending.get() == Ending.CANCELLED
          ? new Answer.Already("is Cancelled already.")
          : new Answer.TooLate(
              "has come to its end: it is %s. %s"
                  .formatted(Lines.standing(job), ending.get().next(name(job))));
    }
    if (commits(job)) {
      return this == RESUME
          ? new Answer.Already("is not held: the decision to commit was made, and it goes on.")
          : new Answer.TooLate(
              "cannot be held or ended any more: the decision to commit was made, and it goes on. To see how it ends: kvreshard wait job/%s."
                  .formatted(name(job)));
    }
    return beforeItsFate(job);
  }

  private Answer beforeItsFate(KVReshardJob job) {
    boolean cancelled = Boolean.TRUE.equals(job.getSpec().cancel());
    boolean suspended = Boolean.TRUE.equals(job.getSpec().suspend());
    return switch (this) {
      case CANCEL ->
          cancelled
              ? new Answer.Already(
                  "is being cancelled already: it is %s.".formatted(Lines.standing(job)))
              : new Answer.Possible();
      case SUSPEND, RESUME -> {
        if (cancelled) {
          yield new Answer.TooLate(
              "is being cancelled, and that is never taken back. To move after all: kvreshard retry job/%s."
                  .formatted(name(job)));
        }
        yield suspended == value
            ? new Answer.Already(
                suspended
                    ? "is suspended already: it is %s.".formatted(Lines.standing(job))
                    : "is not suspended: it is %s.".formatted(Lines.standing(job)))
            : new Answer.Possible();
      }
    };
  }

  private static String name(KVReshardJob job) {
    return job.getMetadata().getName();
  }

  /** The point of no return. */
  private static boolean commits(KVReshardJob job) {
    var status = job.getStatus();
    return status != null
        && (status.phase() == JobPhase.Committing
            || (status.decision() != null && status.decision().verdict() == Verdict.Commit));
  }

  /** What comes of it, now that it is written. */
  String done() {
    return switch (this) {
      case CANCEL -> "will be Cancelled as soon as its nodes are quiet.";
      case SUSPEND -> "gives back what it holds, and waits until it is resumed.";
      case RESUME -> "goes on.";
    };
  }
}
