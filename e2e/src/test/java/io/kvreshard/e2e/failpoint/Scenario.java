package io.kvreshard.e2e.failpoint;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.crd.AfterSuccess;
import io.kvreshard.crd.JobSource;
import io.kvreshard.crd.JobTarget;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobSpec;
import io.kvreshard.crd.SnapshotRef;
import io.kvreshard.crd.TransferPolicy;
import io.kvreshard.failpoint.Failpoint;
import io.kvreshard.failpoint.Fault;
import io.kvreshard.failpoint.Moment;
import io.kvreshard.failpoint.Program;
import io.kvreshard.failpoint.Step;
import io.kvreshard.failpoint.Trap;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ways through the product. A point that several of them pass is tested in the first one: all
 * together pass all points.
 */
enum Scenario {
  /** One move, one attempt. */
  MOVE(End.SUCCEEDED),
  /** The source goes afterwards. */
  RELEASE(End.SUCCEEDED),
  /** The target engine begins anew while the operator and the agents look on; then a move. */
  RENEWED(End.SUCCEEDED),
  /** The first attempt fails, the second does not. */
  RETRY(End.SUCCEEDED),
  /** The first attempt fails, and it was the last. */
  GIVEN_UP(End.FAILED),
  /** Somebody deletes the job in the middle. */
  DELETED(End.GONE),
  /** Somebody suspends the job in the middle and resumes it later. */
  SUSPENDED(End.SUCCEEDED),
  /** Somebody cancels the job in the middle. */
  CANCELLED(End.CANCELLED),
  /** Somebody cancels the job when it is over; then its time has come. */
  EXPIRED(End.EXPIRED),
  /** The job only plans. */
  DRY_RUN(End.PLANNED),
  /** The agent of the target's coordinator dies before the decision. */
  RESTARTED(End.SUCCEEDED),
  /** It dies after the decision: its successor has to commit. */
  SUCCESSOR(End.SUCCEEDED),
  /**
   * It stands still until everybody has given it up, and comes back: what it might have touched was
   * in quarantine meanwhile.
   */
  LOST(End.EITHER);

  /** How a job ends if nothing but a fault of operator or agent comes in its way. */
  enum End {
    SUCCEEDED,
    FAILED,
    CANCELLED,
    /** Whether there is time for another attempt depends on who is disturbed. */
    EITHER,
    /** In any phase. */
    GONE,
    /** After it had succeeded. */
    EXPIRED,
    PLANNED;

    /** The job is not there any more. */
    boolean gone() {
      return this == GONE || this == EXPIRED;
    }
  }

  private static final long PROGRESS_SECONDS = 4;
  private static final long PENDING_SECONDS = 60;
  private static final long RETRIES = 3;

  /** Time enough for its author to say something about a job that is over. */
  private static final long TTL_SECONDS = 5;

  /** Some seconds for the whole move, so that somebody can do something to the job meanwhile. */
  private static final long SLOW_BYTES_PER_SECOND = 700_000;

  private final End end;

  Scenario(End end) {
    this.end = end;
  }

  /** Minutes, not seconds: begun first, so that the others go on beside it. */
  boolean isLong() {
    return this == LOST;
  }

  End end() {
    return end;
  }

  /** A trap and the process for which it is laid. */
  record Laid(String role, Trap trap) implements Harm {
    @Override
    public boolean losesEngine() {
      var step = trap.point().step();
      boolean harms = trap.fault() != Fault.ERROR || step == Step.WORKER_COMMIT;
      return harms && (step.program() == Program.COORDINATOR || step.program() == Program.WORKER);
    }

    @Override
    public String toString() {
      return trap.toString();
    }
  }

  /** What is to happen, beside the fault that is tested. */
  List<Laid> script() {
    return switch (this) {
      case MOVE, RELEASE, RENEWED, DELETED, SUSPENDED, CANCELLED, EXPIRED, DRY_RUN -> List.of();
      case RETRY, GIVEN_UP -> once("agent-a", Step.AGENT_PIN, Moment.BEFORE, Fault.ERROR);
      case RESTARTED -> once("agent-b", Step.AGENT_VALIDATE, Moment.AFTER, Fault.KILL);
      case SUCCESSOR -> once("agent-b", Step.AGENT_COMMIT, Moment.BEFORE, Fault.KILL);
      case LOST -> once("agent-b", Step.AGENT_PLACE_CHUNK, Moment.BEFORE, Fault.STOP);
    };
  }

  private static List<Laid> once(String role, Step step, Moment moment, Fault fault) {
    return List.of(new Laid(role, new Trap(new Failpoint(step, moment), 1, fault)));
  }

  /** The job, to be created. */
  KVReshardJob job(String name, Engine source, Engine target) {
    return job(name, source, target, PROGRESS_SECONDS, policy());
  }

  /** The same at a pace. */
  KVReshardJob job(String name, Engine source, Engine target, long bytesPerSecond) {
    return job(name, source, target, PROGRESS_SECONDS, pace(bytesPerSecond));
  }

  /** The same with more time: nothing may move for so long. */
  KVReshardJob job(String name, Engine source, Engine target, Duration progress) {
    return job(name, source, target, progress.toSeconds(), policy());
  }

  private KVReshardJob job(
      String name,
      Engine source,
      Engine target,
      long progressSeconds,
      @Nullable TransferPolicy policy) {
    var job = new KVReshardJob();
    job.setMetadata(new ObjectMetaBuilder().withNamespace(Rig.NAMESPACE).withName(name).build());
    job.setSpec(
        new KVReshardJobSpec(
            new JobSource(new SnapshotRef(source.snapshot())),
            new JobTarget(new SnapshotRef(target.snapshot())),
            policy,
            null,
            PENDING_SECONDS,
            null,
            progressSeconds,
            this == GIVEN_UP ? 0L : RETRIES,
            this == EXPIRED ? TTL_SECONDS : null,
            this == DRY_RUN ? true : null,
            null,
            null,
            null));
    return job;
  }

  private @Nullable TransferPolicy policy() {
    return switch (this) {
      case RELEASE -> new TransferPolicy(null, null, null, null, AfterSuccess.Release);
      case DELETED, SUSPENDED, CANCELLED -> pace(SLOW_BYTES_PER_SECOND);
      case MOVE, RENEWED, RETRY, GIVEN_UP, EXPIRED, DRY_RUN, RESTARTED, SUCCESSOR, LOST -> null;
    };
  }

  private static TransferPolicy pace(long bytesPerSecond) {
    return new TransferPolicy(null, null, null, bytesPerSecond, null);
  }
}
