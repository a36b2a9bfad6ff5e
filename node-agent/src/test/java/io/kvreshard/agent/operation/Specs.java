package io.kvreshard.agent.operation;

import io.kvreshard.crd.AfterSuccess;
import io.kvreshard.crd.BoundCoordinator;
import io.kvreshard.crd.JobRef;
import io.kvreshard.crd.KVTransferTaskSpec;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskGroup;
import io.kvreshard.crd.TaskNode;
import io.kvreshard.crd.TaskSide;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Task specs as the operator would write them, and others that differ in something. */
final class Specs {
  private Specs() {}

  /** What an agent is to do in a world. */
  static KVTransferTaskSpec of(World world, TestAgent agent) {
    List<TaskGroup> groups = new ArrayList<>();
    for (CacheGroup group : world.groups) {
      groups.add(
          new TaskGroup(
              group.name(),
              group.model().snapshot().digest(),
              group.source().digest(),
              group.target().digest(),
              groups.isEmpty() ? world.planDigest : group.plans().digest(),
              "Ordinal/1",
              null));
    }
    return new KVTransferTaskSpec(
        new JobRef("models", "job", world.jobUid),
        world.attempt,
        agent.node,
        TaskCommand.Run,
        "docs",
        groups,
        new TaskSide("snap-src", "src", coordinator("src", "node-a"), world.sources),
        new TaskSide("snap-dst", "dst", coordinator("dst", "node-b"), world.targets),
        world.contents,
        List.of(world.a.taskNode(), world.b.taskNode()),
        null,
        null,
        20,
        null,
        null,
        null);
  }

  private static BoundCoordinator coordinator(String engine, String node) {
    return new BoundCoordinator(
        engine + "-c", node, Long.toString(FakeEngine.EPOCH), engine + "/coordinator");
  }

  /** The same spec at another pace. */
  static UnaryOperator<KVTransferTaskSpec> pace(long bytesPerSecond, long timeoutSeconds) {
    return s ->
        new KVTransferTaskSpec(
            s.job(),
            s.attempt(),
            s.nodeName(),
            s.command(),
            s.documents(),
            s.groups(),
            s.source(),
            s.target(),
            s.contents(),
            s.nodes(),
            bytesPerSecond,
            s.priority(),
            timeoutSeconds,
            s.jobDigest(),
            s.sourceAfterSuccess(),
            s.release());
  }

  /** The same spec with other nodes. */
  static KVTransferTaskSpec nodes(KVTransferTaskSpec s, List<TaskNode> nodes) {
    return new KVTransferTaskSpec(
        s.job(),
        s.attempt(),
        s.nodeName(),
        s.command(),
        s.documents(),
        s.groups(),
        s.source(),
        s.target(),
        s.contents(),
        nodes,
        s.maxBytesPerSecond(),
        s.priority(),
        s.progressTimeoutSeconds(),
        s.jobDigest(),
        s.sourceAfterSuccess(),
        s.release());
  }

  /** The same spec with another command. */
  static KVTransferTaskSpec ordered(
      KVTransferTaskSpec s, TaskCommand command, @Nullable String jobDigest) {
    return with(s, command, jobDigest, s.sourceAfterSuccess(), s.release());
  }

  /** The same spec, and what becomes of the source. */
  static KVTransferTaskSpec settled(KVTransferTaskSpec s, AfterSuccess fate) {
    return with(s, s.command(), s.jobDigest(), fate, s.release());
  }

  /** The same spec, once all nodes are quiet. */
  static KVTransferTaskSpec released(KVTransferTaskSpec s) {
    TaskCommand command = s.command() == TaskCommand.Run ? TaskCommand.Abort : s.command();
    return with(s, command, s.jobDigest(), s.sourceAfterSuccess(), true);
  }

  private static KVTransferTaskSpec with(
      KVTransferTaskSpec s,
      TaskCommand command,
      @Nullable String jobDigest,
      @Nullable AfterSuccess fate,
      @Nullable Boolean release) {
    return new KVTransferTaskSpec(
        s.job(),
        s.attempt(),
        s.nodeName(),
        command,
        s.documents(),
        s.groups(),
        s.source(),
        s.target(),
        s.contents(),
        s.nodes(),
        s.maxBytesPerSecond(),
        s.priority(),
        s.progressTimeoutSeconds(),
        jobDigest,
        fate,
        release);
  }
}
