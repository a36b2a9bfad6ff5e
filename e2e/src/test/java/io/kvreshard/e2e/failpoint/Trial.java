package io.kvreshard.e2e.failpoint;

import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.crd.control.ConflictException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** A job to which a test does things, step by step. */
final class Trial {
  /** A few attempts, and the pauses between them. */
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final Rig rig;
  private final Scenario scenario;
  private final Watch watch;

  private Trial(Rig rig, Scenario scenario, Watch watch) {
    this.rig = rig;
    this.scenario = scenario;
    this.watch = watch;
  }

  /**
   * Creates the job.
   *
   * @param scenario how it is to end
   */
  static Trial begin(Rig rig, Scenario scenario, KVReshardJob job, Engine source, Engine target) {
    var name = job.getMetadata().getName();
    var watch = new Watch(rig, name, source, target);
    try {
      rig.plane().create(job);
    } catch (ConflictException e) {
      throw new Violation("job " + name + " cannot be created", e);
    }
    return new Trial(rig, scenario, watch);
  }

  /** Its author cancels it. */
  void cancel() {
    rig.until("the author of " + this, LIMIT, () -> Author.says(rig.plane(), job(), null, true));
  }

  /** Whether its status is so now. */
  boolean is(Predicate<KVReshardJobStatus> condition) {
    watch.look();
    return watch.status().filter(condition).isPresent();
  }

  /** Whether it is where it is for this reason now. */
  boolean is(String reason) {
    return is(status -> reason.equals(status.reason()));
  }

  /** Waits until it is where it is for this reason; what people then read. */
  String until(String reason) {
    rig.until("%s to be %s".formatted(this, reason), LIMIT, () -> is(reason));
    return String.valueOf(watch.status().orElseThrow().message());
  }

  /** Waits until it is in this phase. */
  void until(JobPhase phase) {
    rig.until("%s to be %s".formatted(this, phase), LIMIT, () -> is(it -> it.phase() == phase));
  }

  /** How many attempts it has taken so far. */
  long attempts() {
    return Objects.requireNonNullElse(watch.status().orElseThrow().attempt(), 0L);
  }

  String uid() {
    return job().getMetadata().getUid();
  }

  /** Waits for its end, and until nothing of it is left. Returns what does not hold. */
  List<String> settled() {
    return invariants().settled(_ -> {});
  }

  /** The same, without what agents say of themselves only every few seconds. */
  List<String> soonSettled() {
    return invariants().soonSettled();
  }

  private Invariants invariants() {
    rig.until("the end of " + this, LIMIT, () -> is(_ -> watch.ended()));
    return new Invariants(rig, Case.undisturbed(scenario), watch);
  }

  private KVReshardJob job() {
    return rig.plane().get(KVReshardJob.class, Rig.NAMESPACE, watch.name()).orElseThrow();
  }

  @Override
  public String toString() {
    return "job " + watch.name();
  }
}
