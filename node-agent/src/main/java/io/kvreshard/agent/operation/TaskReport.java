package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.crd.GroupTransfer;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.Receipt;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.TaskQuarantine;
import io.kvreshard.crd.TaskState;
import io.kvreshard.tracing.Spans;
import io.opentelemetry.api.trace.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a task's status is to say. All threads of an operation tell it; only the task's own thread
 * writes it. Thread-safe.
 */
final class TaskReport {
  private final String incarnation;
  private final Runnable wake;
  private final Consumer<FailureReason> failures;
  private final Span span;
  private final List<Receipt> receipts = new ArrayList<>();
  private final Map<String, GroupTransfer> transfers = new TreeMap<>();
  private @Nullable TaskState state;
  private @Nullable TaskFailure failure;
  private Quiesced quiesced = Quiesced.True;
  private @Nullable TaskQuarantine quarantine;
  private boolean released;

  /**
   * @param wake called when something changes that people and the operator wait for
   * @param failures told of each
   * @param span of the task; its events are the states
   */
  TaskReport(String incarnation, Runnable wake, Consumer<FailureReason> failures, Span span) {
    this.incarnation = incarnation;
    this.wake = wake;
    this.failures = failures;
    this.span = span;
  }

  /** Continues what a predecessor of this agent has reported. */
  synchronized void inherit(KVTransferTaskStatus status) {
    state = status.state();
    failure = status.failure();
    quiesced = status.quiesced() == null ? Quiesced.Unknown : status.quiesced();
    quarantine = status.quarantine();
    released = Boolean.TRUE.equals(status.released());
    if (status.receipts() != null) {
      receipts.addAll(status.receipts());
    }
    if (status.transfers() != null) {
      status.transfers().forEach(transfer -> transfers.put(transfer.name(), transfer));
    }
  }

  /** The task has got so far. A step on the way is no news of a task that has ended meanwhile. */
  void state(TaskState now) {
    synchronized (this) {
      if (ends(state) && !ends(now)) {
        return;
      }
      state = now;
      failure = null;
    }
    span.addEvent(now.name());
    wake();
  }

  /** All work of this node is done; a task that has ended meanwhile stays what it is. */
  void rested(TaskState now, Quiesced quiet) {
    synchronized (this) {
      if (ends(state)) {
        return;
      }
      state = now;
      quiesced = quiet;
    }
    span.addEvent(now.name());
    if (quiet == Quiesced.True) {
      span.addEvent("Quiesced");
    }
    wake();
  }

  private static boolean ends(@Nullable TaskState state) {
    return switch (state) {
      case null -> false;
      case Accepted, Running, Landed, Validated -> false;
      case Committed, Aborted, Failed -> true;
    };
  }

  synchronized @Nullable TaskState state() {
    return state;
  }

  void quiesced(Quiesced now) {
    synchronized (this) {
      if (quiesced == now && quarantine == null) {
        return;
      }
      quiesced = now;
      quarantine = null;
    }
    if (now == Quiesced.True) {
      span.addEvent("Quiesced");
    }
    wake();
  }

  /** Quiet cannot be proven, which is on record elsewhere. */
  void quarantined(TaskQuarantine why) {
    synchronized (this) {
      if (why.equals(quarantine)) {
        return;
      }
      quiesced = Quiesced.Unknown;
      quarantine = why;
    }
    wake();
  }

  synchronized Quiesced quiesced() {
    return quiesced;
  }

  /** No engine holds anything for the task any more. */
  void released() {
    synchronized (this) {
      if (released) {
        return;
      }
      released = true;
    }
    span.addEvent("Released");
    wake();
  }

  /** No engine has heard of the task, and none will. */
  void untouched() {
    synchronized (this) {
      quiesced = Quiesced.True;
      quarantine = null;
      released = true;
    }
    wake();
  }

  /** The task has failed. */
  void failed(FailedException why) {
    synchronized (this) {
      state = TaskState.Failed;
      failure = new TaskFailure(why.reason().name(), why.sentence(), why.reason().terminal());
    }
    failures.accept(why.reason());
    span.addEvent(TaskState.Failed.name());
    Spans.failed(span, why.word());
    wake();
  }

  synchronized void transfer(String group, String digest) {
    transfers.put(group, new GroupTransfer(group, digest));
  }

  /** Transfer digests by group. */
  synchronized Map<String, String> transfers() {
    Map<String, String> digests = new TreeMap<>();
    transfers.values().forEach(t -> digests.put(t.name(), t.transferDigest()));
    return digests;
  }

  /** Adds a receipt; written soon, with others. */
  synchronized void receipt(Receipt receipt) {
    receipts.add(receipt);
  }

  void wake() {
    wake.run();
  }

  /** The status to write. */
  synchronized KVTransferTaskStatus status(@Nullable Long generation, long bytesDone) {
    return new KVTransferTaskStatus(
        generation,
        incarnation,
        state,
        List.copyOf(receipts),
        List.copyOf(transfers.values()),
        bytesDone,
        quiesced,
        quarantine,
        released ? true : null,
        failure);
  }
}
