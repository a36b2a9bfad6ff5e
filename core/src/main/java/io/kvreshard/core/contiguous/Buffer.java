package io.kvreshard.core.contiguous;

import io.kvreshard.core.contract.Component;

/**
 * The memory of one layer and component (CONTRACT §4.8).
 *
 * @param layer global layer id, u64
 */
public record Buffer(long layer, Component component, Fragment fragment) {}
