package io.kvreshard.operator.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.job.JobView;
import io.kvreshard.core.queue.Place;
import io.kvreshard.core.queue.QueueLimits;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.crd.testing.Samples;
import io.kvreshard.operator.observe.JobViews;
import io.kvreshard.operator.testing.JobSpec;
import io.kvreshard.operator.testing.Site;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineTest {
  private static final String SYSTEM = "kvreshard-system";
  private static final Set<String> NODE = Set.of("n1");
  private static final Set<String> NOTHING = Set.of();

  @TempDir Path directory;
  private DirectoryControlPlane plane;
  private Site site;
  private Line line;
  private final List<String> called = new ArrayList<>();

  @BeforeEach
  void begin() {
    plane = new DirectoryControlPlane(directory);
    site = new Site(plane, "team", SYSTEM);
    line = line(1);
  }

  @AfterEach
  void end() {
    plane.close();
  }

  @Test
  void ofManyThatAskAtOnceAsManyGetAPlaceAsThereAre() throws Exception {
    line = line(3);
    var together = new CyclicBarrier(8);
    var asking = new ArrayList<Callable<Place>>();
    for (int i = 0; i < 8; i++) {
      var job = site.job("job-" + i, Site.PLAIN);
      asking.add(
          () -> {
            together.await();
            return ask(job, "node-" + job.getMetadata().getName());
          });
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var places = new ArrayList<Place>();
      for (var answer : threads.invokeAll(asking)) {
        places.add(answer.get());
      }
      assertThat(places).filteredOn(Place::free).hasSize(3);
      assertThat(places).filteredOn(place -> !place.free()).hasSize(5);
    }
  }

  @Test
  void whoHasAPlaceKeepsItHoweverOftenHeAsks() {
    var one = site.job("one", Site.PLAIN);
    assertThat(ask(one).free()).isTrue();
    assertThat(ask(one).free()).isTrue();
    assertThat(ask(site.job("two", Site.PLAIN)))
        .isEqualTo(new Place(1, new Place.Obstacle.ClusterFull(1)));
  }

  @Test
  void nextOneIsCalledWhenAPlaceIsGivenBack() {
    var one = site.job("one", Site.PLAIN);
    ask(one);
    ask(urgent("two"));
    ask(site.job("three", Site.PLAIN));
    settle(one, NODE);
    assertThat(called).isEmpty();

    settle(one, NOTHING);
    assertThat(called).containsExactly("two");
  }

  @Test
  void nextOneIsCalledWhenTheFirstInLineLeavesIt() {
    line = line(2);
    ask(site.job("one", Site.PLAIN));
    var wide = urgent("wide");
    assertThat(line.ask(Member.of(wide), view(wide), Set.of("n1", "n2")).free()).isFalse();
    assertThat(ask(site.job("third", Site.PLAIN), "n2").free()).isFalse();

    settle(wide, NOTHING);
    assertThat(called).containsExactly("third");
  }

  @Test
  void othersHearOfTheirPlaceWhenTheLineIsRefreshed() {
    var one = site.job("one", Site.PLAIN);
    ask(one);
    var two = urgent("two");
    ask(two);
    ask(site.job("three", Site.PLAIN));
    line.refresh(_ -> true);
    assertThat(called).isEmpty();

    settle(two, NOTHING);
    called.clear();
    line.refresh(_ -> true);
    assertThat(called).containsExactly("three");
  }

  @Test
  void whoIsGoneKeepsNoPlace() {
    ask(site.job("one", Site.PLAIN));
    var two = site.job("two", Site.PLAIN);
    ask(two);
    line.refresh(job -> !job.name().equals("one"));

    assertThat(called).containsExactly("two");
    assertThat(ask(two).free()).isTrue();
  }

  @Test
  void nextOperatorFindsTheLineInTheObjects() throws ConflictException {
    status(site.job("running", Site.PLAIN), JobPhase.Running);
    status(urgent("queued"), JobPhase.Queued);
    status(site.job("done", Site.PLAIN), JobPhase.Succeeded);
    var late = site.job("late", Site.PLAIN);

    assertThat(ask(late)).isEqualTo(new Place(2, new Place.Obstacle.ClusterFull(1)));
    settle(site.job("running"), NOTHING);
    assertThat(called).containsExactly("queued");
  }

  /** Before others that were created in the same second. */
  private KVReshardJob urgent(String name) {
    return site.job(name, JobSpec.of("a", "b").priority(9L).build());
  }

  private Line line(int cluster) {
    var made = new Line(new QueueLimits(cluster, 1), plane, SYSTEM, InstantSource.system());
    made.listen(member -> called.add(member.name()));
    return made;
  }

  private Place ask(KVReshardJob job) {
    return line.ask(Member.of(job), view(job), NODE);
  }

  private Place ask(KVReshardJob job, String node) {
    return line.ask(Member.of(job), view(job), Set.of(node));
  }

  private void settle(KVReshardJob job, Set<String> holding) {
    line.settle(Member.of(job), view(job), holding);
  }

  private static JobView view(KVReshardJob job) {
    return JobViews.of(job);
  }

  private void status(KVReshardJob job, JobPhase phase) throws ConflictException {
    job.setStatus(Samples.status(phase, null));
    var _ = plane.writeStatus(job);
  }
}
