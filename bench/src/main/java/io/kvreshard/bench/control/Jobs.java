package io.kvreshard.bench.control;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.control.Change;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/** Jobs as a person makes and watches them. */
final class Jobs {
  private static final KubernetesSerialization YAML = new KubernetesSerialization();
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final ControlPlane plane;
  private final List<SimulatedNode> nodes;
  private final OperatorProcess operator;
  private final ConcurrentHashMap<String, JobTimes> jobs = new ConcurrentHashMap<>();
  private int reservations;

  /** A job to be. */
  record Wish(String name, String source, String target) {
    private String text() {
      return """
          apiVersion: kvreshard.io/v1alpha1
          kind: KVReshardJob
          metadata: {namespace: %s, name: %s}
          spec:
            source: {snapshotRef: {name: %s}}
            target: {snapshotRef: {name: %s}}
          """
          .formatted(Offers.NAMESPACE, name, source, target);
    }
  }

  Jobs(ControlPlane plane, List<SimulatedNode> nodes, OperatorProcess operator) {
    this.plane = plane;
    this.nodes = nodes;
    this.operator = operator;
    var _ = plane.watch(KVReshardJob.class, Scope.namespace(Offers.NAMESPACE), this::changed);
  }

  private void changed(Change<KVReshardJob> change) {
    if (change instanceof Change.Present<KVReshardJob>(var job)) {
      var times = jobs.get(job.getMetadata().getName());
      if (times != null) {
        times.see(job);
      }
    }
  }

  /**
   * Jobs one after the other, each when nothing of the one before is left.
   *
   * @param between is done after each
   */
  List<JobTimes> oneByOne(List<Wish> wishes, Pause between) throws InterruptedException {
    var all = new ArrayList<JobTimes>();
    for (var wish : wishes) {
      var times = create(wish);
      await(List.of(times), PATIENCE);
      all.add(times);
      between.make();
    }
    return all;
  }

  /** What is done while no job is there. */
  interface Pause {
    void make() throws InterruptedException;
  }

  /** Jobs all at once; returns when nothing of them is left. */
  List<JobTimes> crowd(List<Wish> wishes) throws InterruptedException, ExecutionException {
    var all = new ArrayList<JobTimes>();
    try (var persons = Executors.newVirtualThreadPerTaskExecutor()) {
      var made = wishes.stream().map(wish -> persons.submit(() -> create(wish))).toList();
      for (var times : made) {
        all.add(times.get());
      }
    }
    await(all, PATIENCE.plusSeconds(2L * wishes.size()));
    return all;
  }

  /** New reservations, spread over the nodes, each with a source of another node. */
  List<Wish> wishes(int count) throws InterruptedException {
    var wishes = new ArrayList<Wish>();
    try (var agents = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < count; i++) {
        int number = reservations++;
        var target = nodes.get(number % nodes.size());
        var source = nodes.get((number + 1) % nodes.size());
        var name = target.name() + "-" + number;
        wishes.add(new Wish("job-" + number, Offers.source(source), name));
        var _ =
            agents.submit(
                () -> {
                  Offers.reservation(target, name);
                  return name;
                });
      }
    }
    Waiting.until(
        "the operator to find the engines' offers usable",
        PATIENCE,
        () -> {
          operator.requireAlive();
          return Offers.usable(plane, nodes.size() + (long) reservations);
        });
    return wishes;
  }

  private JobTimes create(Wish wish) {
    var times = new JobTimes();
    jobs.put(wish.name(), times);
    try {
      plane.create(YAML.unmarshal(wish.text(), KVReshardJob.class));
    } catch (ConflictException e) {
      throw new IllegalStateException(e);
    }
    return times;
  }

  private void await(List<JobTimes> all, Duration limit) throws InterruptedException {
    Waiting.until(
        "the end of %d jobs".formatted(all.size()),
        limit,
        () -> {
          operator.requireAlive();
          return all.stream().allMatch(JobTimes::released);
        });
  }
}
