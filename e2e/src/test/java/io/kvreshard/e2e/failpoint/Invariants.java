package io.kvreshard.e2e.failpoint;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.sim.link.ControlSocket.Question;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** What must hold when a job is over and the system has come to rest, whatever happened. */
final class Invariants {
  /** Until nothing of a job is left. The longest part: tasks that were left to a sweep. */
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final Rig rig;
  private final Case what;
  private final Watch watch;

  /** About one job, which is over. */
  Invariants(Rig rig, Case what, Watch watch) {
    this.rig = rig;
    this.what = what;
    this.watch = watch;
  }

  /**
   * Waits until all of it holds.
   *
   * @param story is told if it does not come to that
   * @return what does not hold in the end
   * @throws Violation if not all processes come back
   */
  List<String> settled(Consumer<String> story) {
    return settled(
        story,
        wrong -> {
          unsettled(wrong);
          operations(wrong);
        });
  }

  /** The same, without what agents say of themselves only every few seconds. */
  List<String> soonSettled() {
    return settled(_ -> {}, this::unsettled);
  }

  private List<String> settled(Consumer<String> story, Consumer<List<String>> check) {
    rig.until("the rig to be whole", LIMIT, rig::isWhole);
    var left = new ArrayList<String>();
    try {
      rig.until(
          "everything to be settled",
          LIMIT,
          () -> {
            left.clear();
            check.accept(left);
            return left.isEmpty();
          });
    } catch (Violation e) {
      story.accept(String.valueOf(e.getMessage()));
    }
    return left;
  }

  private void unsettled(List<String> wrong) {
    end(wrong);
    leftovers(KVTransferTask.class, wrong);
    leftovers(ConfigMap.class, wrong);
    source(wrong);
    target(wrong);
  }

  /** The job has ended as it may, and holds nothing. */
  private void end(List<String> wrong) {
    var phase = watch.phase();
    boolean right =
        switch (what.scenario().end()) {
          case SUCCEEDED, EXPIRED ->
              phase == JobPhase.Succeeded || (what.losesEngine() && phase == JobPhase.Failed);
          case EITHER -> phase == JobPhase.Succeeded || phase == JobPhase.Failed;
          case FAILED -> phase == JobPhase.Failed;
          case CANCELLED -> phase == JobPhase.Cancelled;
          case PLANNED -> phase == JobPhase.Pending;
          case GONE -> true;
        };
    if (!right) {
      wrong.add("the job is " + phase);
    }
    rig.plane()
        .get(KVReshardJob.class, Rig.NAMESPACE, watch.name())
        .ifPresent(
            job -> {
              if (!job.getMetadata().getFinalizers().isEmpty()) {
                wrong.add("the job keeps its finalizer");
              }
              if (Objects.requireNonNull(job.getStatus().conditions()).stream()
                  .filter(it -> it.getType().equals("Quiesced"))
                  .anyMatch(it -> !it.getStatus().equals("True") && !isLeft(it))) {
                wrong.add("the job is not quiet");
              }
            });
  }

  /** What a lost node owed was in quarantine: the job never says that it was quiet. */
  private boolean isLeft(Condition quiesced) {
    return what.scenario() == Scenario.LOST && quiesced.getReason().equals("Quarantined");
  }

  private void operations(List<String> wrong) {
    for (var node : rig.plane().list(KVNode.class, Scope.everywhere())) {
      var status = node.getStatus();
      if (status != null && !Objects.equals(status.operations(), 0L)) {
        wrong.add(
            "node %s has %d open operations"
                .formatted(node.getMetadata().getName(), status.operations()));
      }
    }
  }

  private <T extends HasMetadata> void leftovers(Class<T> kind, List<String> wrong) {
    rig.plane()
        .list(kind, Scope.namespace(Rig.SYSTEM))
        .forEach(
            it ->
                wrong.add(
                    "%s %s is left".formatted(kind.getSimpleName(), it.getMetadata().getName())));
  }

  /** The source is as it was, or gone if it was to go; nobody holds it. */
  private void source(List<String> wrong) {
    var snapshot = rig.snapshot(watch.source());
    snapshot
        .map(Snapshots::held)
        .filter(it -> !it.isEmpty())
        .ifPresent(it -> wrong.add("the source is held: " + it));
    var phase = snapshot.map(Snapshots::phase).orElse(null);
    boolean dropped = what.scenario() == Scenario.RELEASE && snapshot.isEmpty();
    if (phase != SnapshotPhase.Ready && !dropped) {
      wrong.add("the source is " + phase);
    }
    state(watch.source(), "free", wrong);
    for (var worker : verified(watch.source(), wrong)) {
      intact(watch.source(), worker, wrong);
      if (worker.path("mismatches").asLong() != 0) {
        wrong.add("bytes of the source have changed: " + worker);
      }
    }
    idle(watch.source(), wrong);
  }

  /** The target is Ready if and only if its engine has activated it, and then it is right. */
  private void target(List<String> wrong) {
    var snapshot = rig.snapshot(watch.target());
    snapshot
        .map(Snapshots::held)
        .filter(it -> !it.isEmpty())
        .ifPresent(it -> wrong.add("the target is held: " + it));
    var phase = snapshot.map(Snapshots::phase).orElse(null);
    boolean ready = phase == SnapshotPhase.Ready;
    boolean succeeded = watch.phase() == JobPhase.Succeeded;
    if (!ready && phase != SnapshotPhase.Reserved) {
      wrong.add("the target is " + phase);
    }
    if (ready && !succeeded) {
      wrong.add("the target is Ready without success");
    }
    // An engine that has lost its agent since, has begun anew.
    boolean same = snapshot.flatMap(Snapshots::epoch).equals(watch.filled());
    if (succeeded && !ready && !what.losesEngine() && same) {
      wrong.add("the job has succeeded and the target is " + phase);
    }
    var owner = watch.last().map(job -> "active by " + job.getMetadata().getUid() + "/");
    state(watch.target(), ready ? owner.orElseThrow() : "free", wrong);
    for (var worker : verified(watch.target(), wrong)) {
      intact(watch.target(), worker, wrong);
      if (worker.path("committed").asBoolean() != ready) {
        wrong.add("the target is " + phase + ", its worker says " + worker);
      }
      if (ready && worker.path("mismatches").asLong() != 0) {
        wrong.add("the target is Ready and wrong: " + worker);
      }
    }
    if (ready) {
      contents(snapshot.orElseThrow(), wrong);
    }
    idle(watch.target(), wrong);
  }

  /** The engine has looked at them: what counts is that they came. */
  private void contents(KVSnapshot target, List<String> wrong) {
    var recorded = target.getStatus().contents();
    long there = watch.target().coordinator().map(it -> it.path("contents").asLong()).orElse(-1L);
    if (recorded == null || recorded.bytes() != there) {
      wrong.add("the target has %d bytes of contents, not %s".formatted(there, recorded));
    }
  }

  /** Whoever does not answer has verified nothing. */
  private static List<JsonNode> verified(Engine engine, List<String> wrong) {
    var answers = engine.workers(Question.VERIFY);
    if (answers.size() != engine.ranks()) {
      wrong.add(
          "only %d of %d workers of the %s have verified their bytes"
              .formatted(answers.size(), engine.ranks(), engine.snapshot()));
    }
    return answers;
  }

  private static void state(Engine engine, String expected, List<String> wrong) {
    var state = engine.state();
    if (!state.startsWith(expected)) {
      wrong.add("the engine of the %s is %s".formatted(engine.snapshot(), state));
    }
  }

  private static void intact(Engine engine, JsonNode worker, List<String> wrong) {
    if (worker.path("guardMismatches").asLong() != 0) {
      wrong.add("guard bytes of the %s have changed: %s".formatted(engine.snapshot(), worker));
    }
  }

  private static void idle(Engine engine, List<String> wrong) {
    var workers = engine.workers(Question.STATUS);
    if (workers.size() != engine.ranks()) {
      wrong.add("only %d workers of the %s answer".formatted(workers.size(), engine.snapshot()));
    }
    for (var worker : workers) {
      if (!worker.path("operations").asText().equals("[]")) {
        wrong.add("a worker of the %s is bound: %s".formatted(engine.snapshot(), worker));
      }
    }
  }
}
