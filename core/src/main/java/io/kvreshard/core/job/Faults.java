package io.kvreshard.core.job;

import java.util.Comparator;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What has gone wrong with an attempt, as told by its tasks and its agents. */
final class Faults {
  /** A terminal failure explains more than a retriable one; peers fail in the wake of others. */
  private static final Comparator<Fault> WEIGHT =
      Comparator.comparing((Fault fault) -> fault.reason().kind() != Reason.Kind.FINAL)
          .thenComparing(fault -> fault.reason() == Reason.TransferFailed)
          .thenComparing(Fault::echo)
          .thenComparing(Fault::message);

  private Faults() {}

  /**
   * @param echo it tells what another node's failure did to this one
   */
  record Fault(Reason reason, String message, boolean echo) {
    Fault(Reason reason, String message) {
      this(reason, message, false);
    }
  }

  static Optional<Fault> of(JobObservation seen) {
    return failed(seen).or(() -> vanished(seen)).or(() -> agents(seen));
  }

  /**
   * What a task of the attempt tells that explains its end better than what is on record, which may
   * be heard of later: what another attempt would meet again, or the cause of an echo.
   */
  static Optional<Fault> better(JobObservation seen) {
    var recorded = seen.job().recorded();
    var told =
        seen.tasks().stream()
            .filter(task -> task.attempt() == recorded.attempt() && task.fault() != null)
            .map(Faults::fault)
            .toList();
    boolean echo =
        told.stream().anyMatch(it -> it.echo() && it.message().equals(recorded.message()));
    return told.stream()
        .filter(it -> it.reason().kind() == Reason.Kind.FINAL || (echo && !it.echo()))
        .min(WEIGHT);
  }

  private static Optional<Fault> failed(JobObservation seen) {
    return seen.tasks().stream()
        .filter(task -> task.fault() != null || ended(task))
        .map(Faults::fault)
        .min(WEIGHT);
  }

  private static boolean ended(TaskView task) {
    return task.state() == TaskState.Failed || task.state() == TaskState.Aborted;
  }

  private static Fault fault(TaskView task) {
    var fault = task.fault();
    if (fault == null) {
      return new Fault(
          Reason.TransferFailed,
          "Node \"%s\": the task is %s without having been told to."
              .formatted(task.node(), task.state()));
    }
    var known = Reason.byName(fault.reason());
    var wanted = fault.terminal() ? Reason.Kind.FINAL : Reason.Kind.RETRY;
    var other = fault.terminal() ? Reason.EngineRefused : Reason.TransferFailed;
    return new Fault(
        known != null && known.kind() == wanted ? known : other,
        "Node \"%s\": %s: %s"
            .formatted(task.node(), fault.reason(), Sentences.ended(fault.message())),
        fault.echo());
  }

  private static Optional<Fault> vanished(JobObservation seen) {
    var deleted = seen.tasks().stream().filter(TaskView::deleting).findFirst();
    if (deleted.isPresent()) {
      return Optional.of(
          new Fault(
              Reason.TaskDeleted,
              "KVTransferTask \"%s\" was deleted in mid-attempt.".formatted(deleted.get().name())));
    }
    if (!seen.documents()) {
      return Optional.of(new Fault(Reason.DocumentsLost, Reason.DocumentsLost.sentence()));
    }
    var present = seen.tasks().stream().map(TaskView::node).collect(Collectors.toSet());
    var expected = new TreeSet<String>();
    seen.tasks().forEach(task -> expected.addAll(task.nodes().keySet()));
    if (present.isEmpty() || !present.equals(expected)) {
      expected.removeAll(present);
      return Optional.of(
          new Fault(
              Reason.TaskDeleted,
              "Tasks of the attempt are gone%s."
                  .formatted(
                      expected.isEmpty() ? "" : " on nodes " + String.join(", ", expected))));
    }
    return Optional.empty();
  }

  private static Optional<Fault> agents(JobObservation seen) {
    for (var task : seen.tasks()) {
      var agent = seen.agents().get(task.node());
      if (agent == null || !agent.alive()) {
        return Optional.of(
            new Fault(
                Reason.AgentLost,
                "The agent of node \"%s\" does not renew its Lease: see the agent's pod and the node."
                    .formatted(task.node())));
      }
      var began = task.nodes().get(task.node());
      if (!agent.incarnation().equals(began)) {
        return Optional.of(
            new Fault(
                Reason.AgentRestarted,
                "The agent of node \"%s\" was restarted in mid-attempt.".formatted(task.node())));
      }
    }
    return Optional.empty();
  }
}
