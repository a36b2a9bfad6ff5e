package io.kvreshard.operator.kubernetes;

import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.kvreshard.crd.Claim;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.Reader;
import io.kvreshard.operator.observe.JobViews;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds snapshots that name a holder who is none: a claim may land when its job is gone or has
 * ended, because it was under way for longer, and then nobody hears of it who would take it back.
 * It looks at what informers have heard of; who gets a turn looks for himself.
 */
final class HolderSweep {
  /** How often it is worth to look. */
  static final Duration PERIOD = Duration.ofMinutes(1);

  private final Supplier<Stream<KVReshardJob>> jobs;
  private final Supplier<Stream<KVSnapshot>> snapshots;
  private final Consumer<ResourceID> job;
  private final Consumer<ResourceID> snapshot;

  HolderSweep(JobReconciler jobs, SnapshotReconciler snapshots) {
    this(jobs::all, jobs::wake, snapshots::all, snapshots::wake);
  }

  /** Looks through jobs and snapshots, and gives some of them a turn. */
  HolderSweep(
      Supplier<Stream<KVReshardJob>> jobs,
      Consumer<ResourceID> job,
      Supplier<Stream<KVSnapshot>> snapshots,
      Consumer<ResourceID> snapshot) {
    this.jobs = jobs;
    this.job = job;
    this.snapshots = snapshots;
    this.snapshot = snapshot;
  }

  void run() {
    var there =
        jobs.get()
            .collect(Collectors.toMap(it -> it.getMetadata().getUid(), it -> it, (_, now) -> now));
    snapshots.get().forEach(it -> holders(it).forEach(uid -> look(it, uid, there)));
  }

  private void look(KVSnapshot held, String uid, Map<String, KVReshardJob> there) {
    var holder = there.get(uid);
    if (holder == null) {
      snapshot.accept(ResourceID.fromResource(held));
    } else if (JobViews.of(holder).over()) {
      job.accept(ResourceID.fromResource(holder));
    }
  }

  private static Stream<String> holders(KVSnapshot snapshot) {
    var status = snapshot.getStatus();
    if (status == null) {
      return Stream.empty();
    }
    var readers = Objects.requireNonNullElse(status.readers(), List.<Reader>of());
    return Stream.concat(
        Stream.ofNullable(status.claim()).map(Claim::jobUID), readers.stream().map(Reader::jobUID));
  }
}
