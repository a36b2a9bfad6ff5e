package io.kvreshard.agent.operation;

import io.kvreshard.agent.quarantine.NoisyOperation;
import io.kvreshard.agent.quarantine.NoisyOperation.Participant;
import io.kvreshard.agent.quarantine.Quarantine;
import io.kvreshard.crd.TaskQuarantine;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Text;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The proof of quiet that an operation owes, from its end on. After a while it goes on record: on
 * this node's disk first, in the KVNode then, in the task's status last. So who reads the status
 * finds the record, and nobody has to wait for the proof but the pages.
 */
final class Debt {
  private final TaskContext task;
  private final List<Participant> participants;
  private final long beganNanos;

  Debt(TaskContext task, List<Participant> participants) {
    this.task = task;
    this.participants = participants;
    this.beganNanos = task.services().clock().nanos();
  }

  /** It could not be proven this time. */
  void open(String why) {
    Quarantine quarantine = task.services().quarantine();
    String operation = task.id().toString();
    long waited = task.services().clock().nanos() - beganNanos;
    if (quarantine.of(operation).isEmpty()
        && (waited < quarantine.patience().toNanos() || !quarantine.put(noisy(operation, why)))) {
      return;
    }
    if (quarantine.isTold(operation)) {
      quarantine
          .of(operation)
          .ifPresent(
              noisy ->
                  task.report().quarantined(new TaskQuarantine(noisy.since(), noisy.message())));
    }
  }

  /** It is proven. */
  void paid() {
    task.services().quarantine().clear(task.id().toString());
  }

  private NoisyOperation noisy(String operation, String why) {
    var job = task.task().getSpec().job();
    return new NoisyOperation(
        operation,
        job.namespace() + "/" + job.name(),
        participants,
        InstantSource.system().instant().truncatedTo(ChronoUnit.SECONDS).toString(),
        Text.clip(why, Bounds.TEXT));
  }
}
