package io.kvreshard.core.queue;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The line of jobs as a pure function of who waits, since when, and who has a place.
 *
 * <p>Namespaces take turns: next is the one with the fewest jobs under way. In a namespace the
 * higher priority goes first, then the older job; with every start that a job has to watch its
 * priority grows by one, so that none waits for ever. A job whose nodes are full lets others pass
 * that need none of them: what it waits for is kept for it.
 */
public final class JobQueue {
  private final QueueLimits limits;
  private final Map<String, Integer> taken = new HashMap<>();
  private final Map<String, Place> places = new LinkedHashMap<>();
  private int room;

  private JobQueue(QueueLimits limits, List<StartedJob> started) {
    this.limits = limits;
    this.room = limits.cluster();
    for (StartedJob job : started) {
      room -= job.holding().isEmpty() ? 0 : 1;
      job.holding().forEach(this::take);
    }
  }

  /**
   * Places of all waiting jobs by uid, in the order of the line. In O(n log n).
   *
   * @param started jobs that have started, also the last one of each namespace that has ended:
   *     whose turn it is depends on whose it was
   */
  public static Map<String, Place> places(
      List<QueuedJob> waiting, List<StartedJob> started, QueueLimits limits) {
    var queue = new JobQueue(limits, started);
    var startedIn = started.stream().collect(Collectors.groupingBy(StartedJob::namespace));
    var lanes = new PriorityQueue<>(Lane.BY_TURN);
    waiting.stream()
        .collect(Collectors.groupingBy(QueuedJob::namespace))
        .forEach(
            (namespace, jobs) ->
                lanes.add(new Lane(namespace, jobs, startedIn.getOrDefault(namespace, List.of()))));
    for (Lane lane = lanes.poll(); lane != null; lane = lanes.poll()) {
      queue.place(lane.next());
      if (!lane.isEmpty()) {
        lanes.add(lane);
      }
    }
    return queue.places;
  }

  private void place(QueuedJob job) {
    var obstacle = obstacle(job);
    job.nodes().forEach(this::take);
    if (obstacle == null) {
      room--;
    }
    places.put(job.uid(), new Place(places.size() + 1L, obstacle));
  }

  private Place.@Nullable Obstacle obstacle(QueuedJob job) {
    if (room <= 0) {
      return new Place.Obstacle.ClusterFull(limits.cluster());
    }
    Optional<String> full =
        job.nodes().stream()
            .filter(node -> taken.getOrDefault(node, 0) >= limits.node())
            .sorted()
            .findFirst();
    return full.map(node -> new Place.Obstacle.NodeFull(node, limits.node())).orElse(null);
  }

  private void take(String node) {
    taken.merge(node, 1, Integer::sum);
  }
}
