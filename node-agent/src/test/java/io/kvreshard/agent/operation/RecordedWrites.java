package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.control.Verb;
import io.kvreshard.crd.control.WriteInterceptor;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** What agents have asked the control plane to write of tasks, refused or not. */
final class RecordedWrites implements WriteInterceptor {
  private record OfTask(String uid, String node, KVTransferTaskStatus status) {
    /** What an API server would refuse to write after it (KVTransferTask's rules). */
    boolean forbids(OfTask later) {
      boolean noisy =
          status.quiesced() == Quiesced.True && later.status.quiesced() != Quiesced.True;
      boolean held =
          Boolean.TRUE.equals(status.released()) && !Boolean.TRUE.equals(later.status.released());
      return noisy || held;
    }
  }

  private final List<OfTask> ofTasks = new CopyOnWriteArrayList<>();

  @Override
  public <T extends @Nullable Object, E extends Exception> T around(
      Verb verb, HasMetadata object, Write<T, E> write) throws E {
    if (verb == Verb.WRITE_STATUS && object instanceof KVTransferTask task) {
      ofTasks.add(
          new OfTask(task.getMetadata().getUid(), task.getSpec().nodeName(), task.getStatus()));
    }
    return write.run();
  }

  /** Fails if a task was said to be quiet or released, and then not to be. */
  void requireNothingTakenBack() {
    var last = new HashMap<String, OfTask>();
    for (var write : ofTasks) {
      var before = last.put(write.uid(), write);
      assertThat(before != null && before.forbids(write))
          .as("%s, then %s", before, write)
          .isFalse();
    }
  }

  /** The statuses of an agent's tasks, in order: "Committed, quiet". */
  List<String> of(TestAgent agent) {
    return ofTasks.stream()
        .filter(it -> it.node().equals(agent.node))
        .map(it -> it.status().state() + ", " + it.status().quiesced())
        .toList();
  }
}
