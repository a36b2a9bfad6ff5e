package io.kvreshard.operator.metrics;

import io.kvreshard.core.job.JobFindings;
import io.kvreshard.core.job.Reason;
import io.kvreshard.core.snapshot.AgentView;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.SnapshotPhase;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Collection;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * How many objects there are, counted in the operator's caches whenever somebody asks. Only the
 * operator that leads counts: others say 0, so that sums over all of them are right.
 */
public final class Census {
  private final MeterRegistry registry;
  private final BooleanSupplier leads;

  /** A census that counts nothing yet but leaders: one of them at most. */
  public Census(MeterRegistry registry, BooleanSupplier leads) {
    this.registry = registry;
    this.leads = leads;
    gauge("kvreshard.leader", "1 if this operator leads.", Tags.empty(), () -> 1);
  }

  /** Jobs, by phase. */
  public void jobs(Supplier<Stream<KVReshardJob>> cache) {
    for (var phase : JobPhase.values()) {
      gauge(
          "kvreshard.jobs",
          "Jobs that there are, by phase.",
          Tags.of("phase", phase.name()),
          () -> cache.get().filter(job -> phase(job) == phase).count());
    }
    gauge(
        "kvreshard.jobs.commit.unanswered",
        "Jobs whose target engine has not acknowledged the commit for a minute.",
        Tags.empty(),
        () -> cache.get().filter(Census::unanswered).count());
    gauge(
        "kvreshard.jobs.unquiesced",
        "Jobs that have ended and are not quiet yet; those in quarantine are not among them.",
        Tags.empty(),
        () -> cache.get().filter(Census::unquiesced).count());
  }

  /** Snapshots, by phase. */
  public void snapshots(Supplier<Stream<KVSnapshot>> cache) {
    for (var phase : SnapshotPhase.values()) {
      gauge(
          "kvreshard.snapshots",
          "Snapshots that there are, by phase.",
          Tags.of("phase", phase.name()),
          () -> cache.get().filter(snapshot -> phase(snapshot) == phase).count());
    }
  }

  /** Agents, by whether they are alive. */
  public void agents(Supplier<Collection<AgentView>> fleet) {
    for (boolean alive : new boolean[] {true, false}) {
      gauge(
          "kvreshard.agents",
          "Agents with a KVNode; one is alive while its Lease is renewed.",
          Tags.of("alive", Boolean.toString(alive)),
          () -> fleet.get().stream().filter(agent -> agent.alive() == alive).count());
    }
  }

  private void gauge(String name, String description, Tags tags, LongSupplier count) {
    Gauge.builder(name, () -> leads.getAsBoolean() ? count.getAsLong() : 0)
        .description(description)
        .tags(tags)
        .register(registry);
  }

  private static JobPhase phase(KVReshardJob job) {
    var status = job.getStatus();
    return status == null || status.phase() == null ? JobPhase.Pending : status.phase();
  }

  private static boolean unanswered(KVReshardJob job) {
    var status = job.getStatus();
    return status != null && Reason.CommitUnanswered.name().equals(status.reason());
  }

  /** What stays in quarantine is for the snapshots to say: the job never becomes quiet. */
  private static boolean unquiesced(KVReshardJob job) {
    var status = job.getStatus();
    var conditions = status == null ? null : status.conditions();
    return status != null
        && status.completionTime() != null
        && conditions != null
        && conditions.stream()
            .filter(it -> it.getType().equals("Quiesced"))
            .anyMatch(
                it ->
                    !it.getStatus().equals("True")
                        && !JobFindings.QUARANTINED.equals(it.getReason()));
  }

  private static SnapshotPhase phase(KVSnapshot snapshot) {
    var status = snapshot.getStatus();
    return status == null || status.phase() == null ? SnapshotPhase.Pending : status.phase();
  }
}
