package io.kvreshard.e2e.failpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.sim.engine.Trouble;
import io.kvreshard.sim.model.Parallel;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** A rig, further engines beside it, and the jobs that tests begin on them. */
final class Stage implements AutoCloseable {
  /** As many jobs as may have work on a node at a time. */
  static final int NODE_FULL = 16;

  static final Duration LIMIT = Duration.ofSeconds(30);

  /** Of jobs that share the machine with many others. */
  private static final Duration PROGRESS = Duration.ofSeconds(30);

  private final Rig rig;
  private final Fleet fleet;
  private final Engine one;
  private final Engine many;
  private final Engine near;
  private final Engine overlapping;
  private final Engine overhanging;
  private final List<Engine> far;
  private int jobs;

  /**
   * Starts everything.
   *
   * @param root an empty folder with a short name: sockets lie in it
   */
  Stage(Path root) throws IOException, GeneralSecurityException {
    rig = Rig.start(root);
    fleet = new Fleet(rig);
    one = fleet.source("one", "node-a", new Parallel(1, 1, 1));
    many = fleet.source("many", "node-a", new Parallel(2, 4, 1));
    near = fleet.target("near", "node-a");
    overlapping = fleet.target("overlapping", "node-a", Trouble.OVERLAPPING_TENSORS);
    overhanging = fleet.target("overhanging", "node-a", Trouble.OVERHANGING_TENSOR);
    far =
        IntStream.rangeClosed(0, NODE_FULL)
            .mapToObj(i -> fleet.target("far-" + i, "node-b"))
            .toList();
  }

  Rig rig() {
    return rig;
  }

  /** A source of one rank, on the first node as all of the fleet but for what is far. */
  Engine one() {
    return one;
  }

  /** A source of eight ranks, each a writer of its own. */
  Engine many() {
    return many;
  }

  /** A target on the node of the sources. */
  Engine near() {
    return near;
  }

  /** A target that announces two tensors in one place. */
  Engine overlapping() {
    return overlapping;
  }

  /** A target that announces a tensor past the end of its memory. */
  Engine overhanging() {
    return overhanging;
  }

  /** Targets on the other node, one more than there is room for at a time. */
  List<Engine> far() {
    return far;
  }

  /** Waits until all engines are there for a job. */
  void ready() {
    rig.renew();
    fleet.renew();
  }

  /** Begins a job between the rig's engines. */
  Trial begin(Scenario scenario) {
    var job = scenario.job(name(), rig.source(), rig.target());
    return Trial.begin(rig, scenario, job, rig.source(), rig.target());
  }

  /** Begins a job that has more time. */
  Trial begin(Scenario scenario, Engine source, Engine target) {
    var job = scenario.job(name(), source, target, PROGRESS);
    return Trial.begin(rig, scenario, job, source, target);
  }

  private String name() {
    jobs++;
    return "job-" + jobs;
  }

  /** A target becomes Ready a moment after its job has succeeded. */
  void untilReady(Engine target) {
    rig.until(
        target.snapshot() + " to be Ready",
        LIMIT,
        () ->
            rig.snapshot(target)
                .map(Snapshots::phase)
                .filter(SnapshotPhase.Ready::equals)
                .isPresent());
  }

  /** The rig's engines keep their pages for a job, all this time. */
  void keepPages(Trial job, Duration time) {
    var owner = job.uid();
    rig.lasts(
        "the pages of " + job,
        time,
        LIMIT,
        () ->
            !job.is(status -> status.completionTime() != null)
                && rig.source().state().startsWith("pinned by [" + owner)
                && rig.target().state().startsWith("bound by " + owner));
  }

  /** The rig's engines get their pages back, and need not begin anew for that. */
  void getPagesBack() {
    var before = List.of(rig.source().ready(), rig.target().ready());
    rig.until(
        "the pages of source and target",
        LIMIT,
        () ->
            rig.offered(rig.source(), rig.source().ready(), SnapshotPhase.Ready)
                && rig.offered(rig.target(), rig.target().ready(), SnapshotPhase.Reserved)
                && rig.source().state().equals("free")
                && rig.target().state().equals("free"));
    assertThat(List.of(rig.source().ready(), rig.target().ready())).isEqualTo(before);
  }

  /** Somebody says that an engine has offered its pages under another name. */
  Engine byHand(Engine engine, String name) throws ConflictException {
    var snapshot = new KVSnapshot();
    snapshot.setMetadata(
        new ObjectMetaBuilder().withNamespace(Rig.NAMESPACE).withName(name).build());
    snapshot.setSpec(rig.snapshot(engine).orElseThrow().getSpec());
    rig.plane().create(snapshot);
    return new Engine(name, engine.home(), engine.pods(), engine.ranks(), engine.options());
  }

  /** Whether the agent of a node has found that another process than its task's answers now. */
  boolean isRefused(String node) {
    return rig.plane().list(KVTransferTask.class, Scope.namespace(Rig.SYSTEM)).stream()
        .filter(task -> task.getSpec().nodeName().equals(node))
        .map(task -> task.getStatus().failure())
        .anyMatch(
            failure ->
                failure != null
                    && failure.reason().equals("RuntimeGone")
                    && failure.message().contains("answers for the engine now"));
  }

  @Override
  public void close() throws IOException {
    fleet.close();
    rig.close();
  }
}
