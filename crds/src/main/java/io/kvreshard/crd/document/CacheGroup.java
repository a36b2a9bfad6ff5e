package io.kvreshard.crd.document;

import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;

/**
 * The documents of one cache group (DESIGN §3): what is cached, and who holds which part of it.
 *
 * @param name "default" for a plain model
 */
public record CacheGroup(String name, Snapshot snapshot, Placement placement) {}
