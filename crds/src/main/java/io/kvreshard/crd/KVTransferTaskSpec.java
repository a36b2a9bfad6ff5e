package io.kvreshard.crd;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the agent of nodeName has to do. */
public record KVTransferTaskSpec(
    JobRef job,
    long attempt,
    String nodeName,
    TaskCommand command,
    String documents,
    List<TaskGroup> groups,
    TaskSide source,
    TaskSide target,
    List<TaskNode> nodes,
    @Nullable Long maxBytesPerSecond,
    long progressTimeoutSeconds,
    boolean releaseSource,
    @Nullable String jobDigest) {}
