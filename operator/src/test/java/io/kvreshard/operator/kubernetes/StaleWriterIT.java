package io.kvreshard.operator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.kvreshard.core.job.Decider;
import io.kvreshard.core.job.JobDecision;
import io.kvreshard.core.queue.Place;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.KubernetesControlPlane;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import io.kvreshard.operator.Settings;
import io.kvreshard.operator.act.JobActions;
import io.kvreshard.operator.act.SnapshotActions;
import io.kvreshard.operator.observe.Fleet;
import io.kvreshard.operator.observe.JobObserver;
import io.kvreshard.operator.observe.JobSight;
import io.kvreshard.operator.observe.Machines;
import io.kvreshard.operator.observe.Plans;
import io.kvreshard.operator.observe.Recent;
import io.kvreshard.operator.observe.SnapshotObserver;
import io.kvreshard.operator.observe.TurnPlane;
import io.kvreshard.operator.testing.Site;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two operators at once: the one that decided upon an older world writes nothing. */
@ExtendWith(ApiServerExtension.class)
class StaleWriterIT {
  private static final int STEPS = 20;

  /** There is room for every job. */
  private static final Place FREE = new Place(1, null);

  private KubernetesControlPlane plane;
  private Fleet fleet;
  private Site site;
  private JobObserver observer;
  private JobActions actions;

  @BeforeEach
  void begin(ApiServer server) throws ConflictException {
    plane = new KubernetesControlPlane(server.client(), KubernetesOperator.NAME);
    var system = server.newNamespace("system");
    site = new Site(plane, server.newNamespace("team"), system);
    site.agent(system + "-n1", "1");
    var _ = site.engine("a", 2, system + "-n1", SnapshotOrigin.Exported);
    var _ = site.engine("b", 4, system + "-n1", SnapshotOrigin.Reserved);
    var _ = site.job("one", Site.PLAIN);
    var _ = site.job("two", Site.PLAIN);
    fleet = new Fleet(plane, system, Settings.PATIENCE, System::nanoTime);
    var snapshots = new SnapshotObserver(plane, plane, fleet, Machines.UNKNOWN, system);
    var writes = new SnapshotActions(plane, snapshots, InstantSource.system());
    var turns = new TurnPlane(plane, Recent.nothing(), System::nanoTime);
    observer =
        new JobObserver(
            turns,
            fleet,
            snapshots,
            Machines.UNKNOWN,
            new Plans(1 << 20),
            system,
            InstantSource.system(),
            System::nanoTime);
    actions = new JobActions(turns, writes, system, InstantSource.system());
    for (var name : new String[] {"a", "b"}) {
      var snapshot = plane.get(KVSnapshot.class, site.namespace, name).orElseThrow();
      var _ = writes.write(snapshot, UnaryOperator.identity());
    }
  }

  @AfterEach
  void end() {
    fleet.close();
    plane.close();
  }

  @Test
  void ofTwoClaimsOneWinsAndIsNotOverwritten() throws ConflictException {
    advance("one", JobDecision.Claim.class);
    advance("two", JobDecision.Claim.class);
    var one = sight("one");
    var two = sight("two");

    actions.apply(one, decide(one));
    assertThatExceptionOfType(ConflictException.class)
        .isThrownBy(() -> actions.apply(two, decide(two)));

    var claim = Objects.requireNonNull(site.snapshot("b").getStatus().claim());
    assertThat(claim.jobUID()).isEqualTo(site.job("one").getMetadata().getUid());
  }

  @Test
  void attemptIsStartedOnceHoweverManyOperatorsDecideIt() throws ConflictException {
    advance("one", JobDecision.StartAttempt.class);
    var first = sight("one");
    var second = sight("one");

    actions.apply(first, decide(first));
    var version = site.job("one").getMetadata().getResourceVersion();
    assertThatExceptionOfType(ConflictException.class)
        .isThrownBy(() -> actions.apply(second, decide(second)));
    assertThat(site.job("one").getMetadata().getResourceVersion()).isEqualTo(version);
    assertThat(site.job("one").getStatus().attempt()).isEqualTo(1);
  }

  /** Takes steps until the next one is of this kind. */
  private void advance(String job, Class<? extends JobDecision> next) throws ConflictException {
    for (int i = 0; i < STEPS; i++) {
      var sight = sight(job);
      if (next.isInstance(decide(sight))) {
        return;
      }
      actions.apply(sight, decide(sight));
    }
    throw new AssertionError("no " + next.getSimpleName() + " within " + STEPS + " steps");
  }

  private JobSight sight(String job) {
    return observer.observe(site.namespace, job).orElseThrow();
  }

  private static JobDecision decide(JobSight sight) {
    return Decider.decide(sight.seen().at(FREE), Instant.now());
  }
}
