package io.kvreshard.core.snapshot;

import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;

/** The contract documents of one cache group (DESIGN §3). */
public record GroupDocuments(String name, Snapshot snapshot, Placement placement) {}
