package io.kvreshard.agent.operation;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.control.Verb;
import io.kvreshard.crd.control.WriteInterceptor;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** What agents have asked the control plane to write of tasks, refused or not. */
final class RecordedWrites implements WriteInterceptor {
  private record OfTask(String node, KVTransferTaskStatus status) {}

  private final List<OfTask> ofTasks = new CopyOnWriteArrayList<>();

  @Override
  public <T extends @Nullable Object, E extends Exception> T around(
      Verb verb, HasMetadata object, Write<T, E> write) throws E {
    if (verb == Verb.WRITE_STATUS && object instanceof KVTransferTask task) {
      ofTasks.add(new OfTask(task.getSpec().nodeName(), task.getStatus()));
    }
    return write.run();
  }

  /** The statuses of an agent's tasks, in order: "Committed, quiet". */
  List<String> of(TestAgent agent) {
    return ofTasks.stream()
        .filter(it -> it.node().equals(agent.node))
        .map(it -> it.status().state() + ", " + it.status().quiesced())
        .toList();
  }
}
