package io.kvreshard.bench.control;

import io.kvreshard.bench.Bound;
import io.kvreshard.bench.Bound.AtLeast;
import io.kvreshard.bench.Bound.AtMost;
import io.kvreshard.bench.Figure;
import io.kvreshard.bench.control.Meter.Reading;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** The figures of a control plane under jobs; about a quarter of an hour. */
public final class ControlPlaneFigures {
  private static final Bound EXPLAINS = new Bound.None();

  /** Jobs after which all programs run compiled code. */
  private static final int WARMUP = 300;

  /** After each job. */
  private static final int TRIPS = 4;

  private final Rig rig;
  private final Load load;
  private final Consumer<String> story;
  private final Consumer<Figure> found;

  private ControlPlaneFigures(Rig rig, Load load, Consumer<String> story, Consumer<Figure> found) {
    this.rig = rig;
    this.load = load;
    this.story = story;
    this.found = found;
  }

  /**
   * Starts a control plane, measures all, and ends it.
   *
   * @param story is told what is done now
   * @param found is told each figure as soon as it is known
   * @throws UnavailableException if it cannot be measured here
   */
  public static void measure(Place place, Load load, Consumer<String> story, Consumer<Figure> found)
      throws Exception {
    try (var rig = Rig.start(place, load, story)) {
      new ControlPlaneFigures(rig, load, story, found).measure();
    }
  }

  private void measure() throws Exception {
    report(
        "distance",
        "how long every byte to and from the API server takes, one way",
        load.distance().toNanos() / 1e6,
        "ms",
        EXPLAINS);
    warmUp();
    latency();
    crowd(cost());
    idle();
  }

  private void warmUp() throws Exception {
    int jobs = Math.min(WARMUP, load.crowd());
    story.accept("warming up with %d jobs ...".formatted(jobs));
    requireAllSucceeded(rig.jobs().crowd(rig.jobs().wishes(jobs)));
  }

  /** Round trips are timed between the jobs: what slows down one slows down the other. */
  private void latency() throws Exception {
    story.accept("%d jobs one by one, round trips between them ...".formatted(load.single()));
    var wishes = rig.jobs().wishes(load.single());
    try (var trips = new RoundTrips(rig.nodes().getFirst())) {
      var jobs = rig.jobs().oneByOne(wishes, () -> trips.make(TRIPS));
      requireAllSucceeded(jobs);
      latency(report(trips.times()), jobs);
    }
  }

  /** Returns writes a job. */
  private double cost() throws Exception {
    story.accept("%d jobs one by one ...".formatted(load.single()));
    var wishes = rig.jobs().wishes(load.single());
    var before = rig.settled();
    var jobs = rig.jobs().oneByOne(wishes, () -> {});
    var cost = rig.settled().since(before);
    requireAllSucceeded(jobs);
    return cost(cost, jobs.size());
  }

  private Times report(Times trip) {
    var what = "round trip: a status is written, an own watch brings it: ";
    report("round-trip-p50", what + "median", trip.percentile(50), "ms", EXPLAINS);
    report("round-trip-p99", what + "99 of 100", trip.percentile(99), "ms", EXPLAINS);
    return trip;
  }

  private void latency(Times trip, List<JobTimes> jobs) {
    var times =
        Times.of(
            jobs.stream()
                .map(job -> Objects.requireNonNull(job.steps().get(JobTimes.SUCCEEDED)))
                .toList());
    for (var it : List.of(new Percentile(50, 12), new Percentile(99, 40))) {
      double job = times.percentile(it.percent());
      var what =
          "tiny job of two nodes, from its creation to Succeeded, percentile %d"
              .formatted(it.percent());
      report("job-p" + it.percent(), what, job, "ms", EXPLAINS);
      report(
          "job-latency-p" + it.percent(),
          what + " ÷ that of a round trip",
          job / trip.percentile(it.percent()),
          "x",
          new AtMost(it.most()));
    }
    Steps.between(jobs)
        .forEach(
            (step, each) ->
                report(
                    "step-" + step.toLowerCase(Locale.ROOT),
                    "of it, median, until " + step,
                    Times.of(each).percentile(50),
                    "ms",
                    EXPLAINS));
  }

  private record Percentile(int percent, double most) {}

  private double cost(Reading cost, int jobs) {
    double writes = (double) cost.writes() / jobs;
    report("writes-per-job", "writes of custom resources a job", writes, "writes", new AtMost(24));
    kinds("writes-", cost.writesByKind(), jobs);
    report(
        "conflicts-per-job",
        "of them refused: the writer had not seen the newest version",
        (double) cost.conflicts() / jobs,
        "writes",
        EXPLAINS);
    report(
        "reads-per-job",
        "reads of custom resources a job, by request",
        (double) cost.reads() / jobs,
        "reads",
        EXPLAINS);
    kinds("reads-", cost.readsByKind(), jobs);
    report(
        "events-per-job", "events a job", (double) cost.events() / jobs, "events", new AtMost(4));
    return writes;
  }

  private void crowd(double writesPerJob) throws Exception {
    story.accept("all agents write statuses ...");
    double patches = PatchRate.measure(rig.nodes());
    report(
        "patch-rate",
        "statuses that %d agents write at once, each its own".formatted(load.agents()),
        patches,
        "writes/s",
        EXPLAINS);
    story.accept("%d jobs at once ...".formatted(load.crowd()));
    var wishes = rig.jobs().wishes(load.crowd());
    rig.operator().watchHeap();
    long began = System.nanoTime();
    var jobs = rig.jobs().crowd(wishes);
    double seconds = (System.nanoTime() - began) / 1e9;
    var heap = rig.operator().heapUse();
    var what = "%d jobs at once over %d agents".formatted(load.crowd(), load.agents());
    double rate = jobs.size() / seconds;
    report("job-rate", what + ", until nothing of them is left", rate, "jobs/s", EXPLAINS);
    report(
        "throughput",
        what + ": writes a second ÷ statuses that as many agents write",
        rate * writesPerJob / patches,
        "x",
        new AtLeast(0.4));
    long failed = jobs.stream().filter(job -> job.failure() != null).count();
    report("failed-jobs", what + ": failed ones", (double) failed, "jobs", new AtMost(0));
    report(
        "operator-heap",
        what + ": most heap that the operator used",
        (double) heap.peak(),
        "MiB",
        new AtMost(Rig.OPERATOR_HEAP));
    report(
        "operator-heap-live",
        what + ": most that was left after a collection",
        (double) heap.live(),
        "MiB",
        EXPLAINS);
  }

  private void idle() throws Exception {
    story.accept("nothing for %d s ...".formatted(load.idle().toSeconds()));
    var before = rig.settled();
    long reconciled = rig.operator().reconciliations();
    Thread.sleep(load.idle());
    var cost = rig.meter().read().since(before);
    var time = "%d s after the last job".formatted(load.idle().toSeconds());
    report(
        "idle-writes",
        "writes of custom resources in " + time,
        (double) cost.writes(),
        "writes",
        new AtMost(0));
    kinds("idle-", cost.writesByKind(), 1);
    report(
        "idle-reconciles",
        "reconciliations in " + time,
        (double) rig.operator().reconciliations() - reconciled,
        "turns",
        new AtMost(0));
  }

  private void kinds(String prefix, Map<String, Long> counts, int jobs) {
    counts.forEach(
        (kind, count) ->
            report(
                prefix + kind.toLowerCase(Locale.ROOT).replaceAll("[/ ]", "-"),
                "of them " + kind,
                (double) count / jobs,
                "requests",
                EXPLAINS));
  }

  private static void requireAllSucceeded(List<JobTimes> jobs) {
    for (var job : jobs) {
      var failure = job.failure();
      if (failure != null) {
        throw new UnavailableException("a job has failed: " + failure);
      }
    }
  }

  private void report(String name, String what, double value, String unit, Bound bound) {
    found.accept(new Figure(name, what, value, unit, bound));
  }
}
