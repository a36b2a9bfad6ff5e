package io.kvreshard.operator.testing;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.crd.control.InterceptedControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.crd.control.Verb;
import io.kvreshard.crd.control.WriteInterceptor;
import io.kvreshard.crd.testing.Samples;
import io.kvreshard.operator.Settings;
import io.kvreshard.operator.control.Controllers;
import io.kvreshard.operator.control.JobListener;
import io.kvreshard.operator.observe.NodeObjects;
import io.kvreshard.operator.observe.Recent;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * Operator and agents turn by turn on one thread, over a directory, with clocks that tests move.
 * Two nodes; engine "a" with content on n1, engine "b" with reserved pages on n2.
 */
public final class Play implements AutoCloseable {
  private static final String NAMESPACE = "team";
  private static final String SYSTEM = "kvreshard-system";
  private static final int ROUNDS = 60;

  public final ControlPlane plane;
  public final Site site;
  public final FakeAgent n1;
  public final FakeAgent n2;

  /** Hears of the steps of jobs. */
  public JobListener listener = JobListener.NONE;

  /** Of the next operator that takes over. */
  public Settings settings = Settings.defaults();

  /** What operators have heard, however long ago: nothing, unless a test says so. */
  public final Recent recent = Recent.nothing();

  // On top of the machine's clock, which stamps creations.
  private final Set<String> known = new TreeSet<>();
  private Duration passed = Duration.ZERO;
  private long nanos;
  private Controllers controllers;

  public Play(Path directory) {
    plane = new DirectoryControlPlane(directory);
    site = new Site(plane, NAMESPACE, SYSTEM);
    site.agent("n1", "1");
    site.agent("n2", "1");
    var _ = site.engine("a", 2, "n1", SnapshotOrigin.Exported);
    var _ = site.engine("b", 4, "n2", SnapshotOrigin.Reserved);
    n1 = new FakeAgent(plane, SYSTEM, "n1");
    n2 = new FakeAgent(plane, SYSTEM, "n2");
    controllers = controllers(plane);
  }

  private Controllers controllers(ControlPlane on) {
    return Controllers.start(
        on,
        SYSTEM,
        new NodeObjects(on),
        settings,
        recent,
        () -> Instant.now().plus(passed),
        () -> nanos,
        step -> listener.took(step));
  }

  /** Another operator takes over. */
  public void restart() {
    controllers.close();
    controllers = controllers(plane);
  }

  /** Lets the operator die at a write, then another one takes over. */
  public void turnThatDies(boolean beforeTheWrite) {
    try {
      turn(new Mortal(beforeTheWrite));
    } catch (Mortal.Killed e) {
      // As meant.
    }
  }

  /**
   * Lets an operator die right before it writes the status of a job; whatever else it writes is
   * written.
   */
  public void turnThatDiesBeforeAJobsStatus() {
    assertThatExceptionOfType(Mortal.Killed.class)
        .isThrownBy(
            () ->
                turn(
                    new BeforeWrites(
                        Verb.WRITE_STATUS,
                        KVReshardJob.class,
                        _ -> {
                          throw new Mortal.Killed();
                        })));
  }

  /** Lets another operator take over for a turn of each, then one more. */
  public void turn(WriteInterceptor interceptor) {
    controllers.close();
    try (var other = controllers(new InterceptedControlPlane(plane, interceptor))) {
      operate(other);
    } finally {
      controllers = controllers(plane);
    }
  }

  /** The operator looks for tasks without jobs. */
  public void sweep() {
    var _ = nextSweep();
  }

  /** The same; when it will look again. */
  public Duration nextSweep() {
    return controllers.orphans().run();
  }

  /** The operator looks for nodes that are gone. */
  public void sweepNodes() {
    controllers.nodes().run();
  }

  /** Whether the operator knows of a node's agent. */
  public boolean knows(String node) {
    return controllers.fleet().agents().containsKey(node);
  }

  /** The operator looks for jobs that ended and are too many. */
  public void sweepHistory() {
    controllers.history().run();
  }

  /** The line forgets who is gone, and calls those of which the place has changed. */
  public void refreshLine() {
    controllers
        .line()
        .refresh(job -> plane.get(KVReshardJob.class, job.namespace(), job.name()).isPresent());
  }

  public void pass(Duration time) {
    passed = passed.plus(time);
    nanos += time.toNanos();
  }

  /** The agent of the one node was silent for so long, and the other's was not. */
  public void lose(String lost, String other, Duration silence) throws ConflictException {
    pass(silence);
    hear(other);
    if (controllers.fleet().agent(lost).alive()) {
      throw new AssertionError("the agent of " + lost + " lives");
    }
  }

  /** A sign of life of a node's agent reaches the operator. */
  public void hear(String node) throws ConflictException {
    site.renew(node, 1);
    await().until(() -> controllers.fleet().agent(node).alive());
  }

  /** Operator and agents take turns until it is so. */
  public void until(BooleanSupplier so) {
    for (int i = 0; i < ROUNDS; i++) {
      operate(controllers);
      if (so.getAsBoolean()) {
        return;
      }
      agents();
    }
    throw new AssertionError("it does not become so: " + describe());
  }

  public void until(String job, JobPhase phase) {
    until(() -> status(job).phase() == phase);
  }

  /** Takes turns until nothing happens any more. */
  public void settle() {
    for (int i = 0; i < ROUNDS; i++) {
      var before = describe();
      operate(controllers);
      agents();
      if (describe().equals(before)) {
        return;
      }
    }
    throw new AssertionError("it does not settle: " + describe());
  }

  public void agents() {
    var _ = n1.step();
    var _ = n2.step();
  }

  /** Looks after a snapshot: when again, if nothing is heard of it. */
  public Optional<Duration> look(String snapshot) {
    return controllers.snapshots().reconcile(NAMESPACE, snapshot);
  }

  private void operate(Controllers by) {
    for (var snapshot : plane.list(KVSnapshot.class, Scope.namespace(NAMESPACE))) {
      var _ = by.snapshots().reconcile(NAMESPACE, snapshot.getMetadata().getName());
    }
    // Also those that have gone since.
    var turns = new TreeSet<>(known);
    known.clear();
    jobs().forEach(job -> known.add(job.getMetadata().getName()));
    turns.addAll(known);
    turns.forEach(job -> by.jobs().reconcile(NAMESPACE, job));
  }

  public KVReshardJobStatus status(String job) {
    var status = site.job(job).getStatus();
    return status == null ? Samples.status(null, null) : status;
  }

  public String condition(String job, String type) {
    return Objects.requireNonNull(status(job).conditions()).stream()
        .filter(condition -> condition.getType().equals(type))
        .map(Condition::getStatus)
        .findFirst()
        .orElseThrow();
  }

  public List<KVReshardJob> jobs() {
    return plane.list(KVReshardJob.class, Scope.namespace(NAMESPACE));
  }

  public List<KVTransferTask> tasks() {
    return plane.list(KVTransferTask.class, Scope.namespace(SYSTEM));
  }

  public List<ConfigMap> documents() {
    return plane.list(ConfigMap.class, Scope.namespace(SYSTEM));
  }

  /** Versions of all objects that operator and agents write. */
  private String describe() {
    var versions = new TreeMap<String, String>();
    for (var job : plane.list(KVReshardJob.class, Scope.everywhere())) {
      versions.put("job " + job.getMetadata().getName(), job.getStatus() + "");
    }
    for (var snapshot : plane.list(KVSnapshot.class, Scope.everywhere())) {
      versions.put(
          "snapshot " + snapshot.getMetadata().getName(),
          snapshot.getMetadata().getResourceVersion());
    }
    tasks()
        .forEach(
            task ->
                versions.put(
                    task.getMetadata().getName(), task.getMetadata().getResourceVersion()));
    return versions.toString();
  }

  @Override
  public void close() {
    controllers.close();
    plane.close();
  }
}
