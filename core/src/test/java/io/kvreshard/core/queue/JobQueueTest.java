package io.kvreshard.core.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobQueueTest {
  private static final QueueLimits WIDE = new QueueLimits(100, 100);
  private static final List<String> NAMESPACES = List.of("a", "b", "c");

  @Test
  void namespacesTakeTurns() {
    List<QueuedJob> waiting =
        List.of(job("a1", "a", 5, 1), job("a2", "a", 5, 2), job("b1", "b", 5, 3));
    assertThat(order(waiting, List.of())).containsExactly("a1", "b1", "a2");
  }

  @Test
  void whoHasJobsUnderWayComesLater() {
    List<QueuedJob> waiting = List.of(job("a1", "a", 9, 1), job("b1", "b", 0, 2));
    assertThat(order(waiting, List.of(running("a0", "a")))).containsExactly("b1", "a1");
  }

  @Test
  void whoHasWaitedLongestForATurnIsNext() {
    List<QueuedJob> waiting = List.of(job("a1", "a", 9, 1), job("b1", "b", 0, 2));
    List<StartedJob> ended = List.of(ended("a0", "a", 20), ended("b0", "b", 10));
    assertThat(order(waiting, ended)).containsExactly("b1", "a1");
  }

  @Test
  void priorityGoesBeforeAge() {
    List<QueuedJob> waiting =
        List.of(job("old", "a", 5, 1), job("urgent", "a", 6, 9), job("older", "a", 5, 0));
    assertThat(order(waiting, List.of())).containsExactly("urgent", "older", "old");
  }

  @Test
  void startsThatAJobHasWatchedAreStepsOfPriority() {
    List<QueuedJob> waiting =
        List.of(watched("nine", 9, 0), watched("watched", 0, 9), watched("more", 0, 10));
    assertThat(order(waiting, List.of())).containsExactly("more", "watched", "nine");
  }

  @Test
  void anAgeingJobIsServedWithinTenStarts() {
    var simulation = new Simulation(new QueueLimits(1, 1), _ -> 1);
    simulation.add("a", "lowest", QueuedJob.LOWEST, "n");
    for (int i = 0; i < 30; i++) {
      simulation.add("a", "urgent-" + i, QueuedJob.HIGHEST, "n");
      simulation.tick();
    }
    assertThat(simulation.starts().indexOf("lowest")).isBetween(0, 9);
  }

  @Test
  void theClusterMayBeFull() {
    var places =
        JobQueue.places(
            List.of(job("1", "a", 5, 1), job("2", "a", 5, 2)),
            List.of(running("0", "a")),
            new QueueLimits(2, 100));
    assertThat(places)
        .containsEntry("1", new Place(1, null))
        .containsEntry("2", new Place(2, new Place.Obstacle.ClusterFull(2)));
  }

  /** Job 1 needs both nodes. Its place on node x is kept, whatever comes later. */
  @Test
  void whatAJobWaitsForIsKeptForIt() {
    var places =
        JobQueue.places(
            List.of(
                job("1", "a", 5, 1, "x", "y"), job("2", "a", 5, 2, "x"), job("3", "a", 5, 3, "z")),
            List.of(new StartedJob("0", "a", Instant.EPOCH, Set.of("y"))),
            new QueueLimits(100, 1));
    assertThat(places)
        .containsEntry("1", new Place(1, new Place.Obstacle.NodeFull("y", 1)))
        .containsEntry("2", new Place(2, new Place.Obstacle.NodeFull("x", 1)))
        .containsEntry("3", new Place(3, null));
  }

  /** Three namespaces of 200 jobs; the first one's come all at once before the others'. */
  @ParameterizedTest
  @CsvSource({"1,1,1", "3,1,2", "8,3,3", "8,2,4", "50,4,5"})
  void everyNamespaceHasItsShare(int cluster, int node, long seed) {
    var random = new Random(seed);
    var limits = new QueueLimits(cluster, node);
    var simulation = new Simulation(limits, _ -> 1 + random.nextInt(5));
    for (String namespace : NAMESPACES) {
      for (int i = 0; i < 200; i++) {
        simulation.add(namespace, namespace + i, random.nextInt(10), nodes(random));
      }
    }
    while (NAMESPACES.stream().allMatch(simulation::waits)) {
      simulation.tick();
      withinLimits(simulation.running(), limits);
    }
    assertThat(NAMESPACES).allMatch(namespace -> simulation.share(namespace) >= 0.8 / 3);
    for (int i = 0; i < 5000 && NAMESPACES.stream().anyMatch(simulation::waits); i++) {
      simulation.tick();
    }
    assertThat(simulation.starts()).doesNotHaveDuplicates().hasSize(600);
  }

  private static void withinLimits(List<StartedJob> running, QueueLimits limits) {
    assertThat(running).hasSizeLessThanOrEqualTo(limits.cluster());
    for (int node = 0; node < 8; node++) {
      String name = "node-" + node;
      assertThat(running.stream().filter(job -> job.holding().contains(name)).count())
          .isLessThanOrEqualTo(limits.node());
    }
  }

  private static String[] nodes(Random random) {
    return random
        .ints(1 + random.nextInt(2), 0, 8)
        .distinct()
        .mapToObj(node -> "node-" + node)
        .toArray(String[]::new);
  }

  private static List<String> order(List<QueuedJob> waiting, List<StartedJob> started) {
    Map<String, Place> places = JobQueue.places(waiting, started, WIDE);
    assertThat(places.values()).extracting(Place::position).isSorted();
    return List.copyOf(places.keySet());
  }

  private static QueuedJob job(
      String uid, String namespace, long priority, long since, String... nodes) {
    return new QueuedJob(
        uid,
        namespace,
        priority,
        0,
        Instant.ofEpochSecond(since),
        Set.copyOf(Arrays.asList(nodes)));
  }

  private static QueuedJob watched(String uid, long priority, long starts) {
    return new QueuedJob(
        uid, "a", priority, starts, Instant.ofEpochSecond(100 - starts), Set.of("n"));
  }

  private static StartedJob running(String uid, String namespace) {
    return new StartedJob(uid, namespace, Instant.EPOCH, Set.of("n"));
  }

  private static StartedJob ended(String uid, String namespace, long started) {
    return new StartedJob(uid, namespace, Instant.ofEpochSecond(started), Set.of());
  }
}
