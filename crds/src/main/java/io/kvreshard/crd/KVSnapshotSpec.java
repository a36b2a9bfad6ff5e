package io.kvreshard.crd;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What lies where: one snapshot and placement a cache group. */
public record KVSnapshotSpec(
    SnapshotOrigin origin,
    @Nullable String nodeName,
    String instanceGroup,
    List<SnapshotGroup> groups) {}
