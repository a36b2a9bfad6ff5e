package io.kvreshard.cli.job;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobSpec;
import io.kvreshard.crd.schema.Bounds;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Pattern;

/** Another try of a job: who may have one, what it is called and what it says. */
final class Successor {
  private static final Pattern NUMBERED = Pattern.compile("(.*)-([1-9][0-9]{0,3})");

  private Successor() {}

  /**
   * Why there is none.
   *
   * @param all jobs of the namespace
   */
  static Optional<String> refusal(KVReshardJob job, Collection<KVReshardJob> all) {
    return refusal(job).or(() -> all.stream().flatMap(it -> rival(job, it).stream()).findFirst());
  }

  private static Optional<String> refusal(KVReshardJob job) {
    if (job.getMetadata().getDeletionTimestamp() != null) {
      return Optional.of("is being deleted: create a job of its own instead.");
    }
    var ending = Ending.of(job);
    if (ending.isEmpty()) {
      return Wish.CANCEL.of(job) instanceof Wish.Answer.Already
          ? Optional.empty()
          : Optional.of(
              "is %s: only what has ended is tried again. To end it: kvreshard cancel job/%s -n %s"
                  .formatted(
                      Lines.standing(job),
                      job.getMetadata().getName(),
                      job.getMetadata().getNamespace()));
    }
    return switch (ending.get()) {
      case FAILED, CANCELLED -> Optional.empty();
      case SUCCEEDED ->
          Optional.of(
              "has Succeeded: to move once more, reserve pages anew and create another job.");
      case PLANNED ->
          Optional.of("is a dry run, and planned: create another job without spec.dryRun.");
      case DELETED, TIMEOUT -> throw new IllegalStateException(ending.get().word());
    };
  }

  /** Two would want the same pages at the same time. */
  private static Optional<String> rival(KVReshardJob job, KVReshardJob other) {
    var ending = Ending.of(other);
    boolean tries = job.getMetadata().getName().equals(other.getSpec().retryOf());
    boolean over = ending.isPresent() && ending.get() != Ending.SUCCEEDED;
    return tries && !over
        ? Optional.of(
            "has another try already: %s is %s."
                .formatted(Lines.label(other), Lines.standing(other)))
        : Optional.empty();
  }

  /** {@code move-2} of {@code move}, {@code move-3} of that; the first that is not taken. */
  static String name(KVReshardJob job, Collection<KVReshardJob> all) {
    var before = job.getMetadata().getName();
    var numbered = NUMBERED.matcher(before);
    boolean counts = job.getSpec().retryOf() != null && numbered.matches();
    var stem = counts ? numbered.group(1) : before;
    int number = counts ? Integer.parseInt(numbered.group(2)) + 1 : 2;
    var taken = all.stream().map(it -> it.getMetadata().getName()).toList();
    while (taken.contains(numbered(stem, number))) {
      number++;
    }
    return numbered(stem, number);
  }

  private static String numbered(String stem, int number) {
    var end = "-" + number;
    var kept = stem.substring(0, Math.min(stem.length(), Bounds.TEXT - end.length()));
    return kept.replaceFirst("[-.]+$", "") + end;
  }

  /** The same move. Labels and annotations are not taken over: they may be those of a tool. */
  static KVReshardJob of(KVReshardJob job, String name) {
    var successor = new KVReshardJob();
    successor.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(job.getMetadata().getNamespace())
            .withName(name)
            .build());
    successor.setSpec(spec(job.getSpec(), job.getMetadata().getName()));
    return successor;
  }

  private static KVReshardJobSpec spec(KVReshardJobSpec said, String retryOf) {
    return new KVReshardJobSpec(
        said.source(),
        said.target(),
        said.policy(),
        said.priority(),
        said.pendingTimeoutSeconds(),
        said.activeDeadlineSeconds(),
        said.progressTimeoutSeconds(),
        said.backoffLimit(),
        said.ttlSecondsAfterFinished(),
        said.dryRun(),
        retryOf,
        null,
        null);
  }
}
