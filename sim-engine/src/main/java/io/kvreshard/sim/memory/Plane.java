package io.kvreshard.sim.memory;

import io.kvreshard.core.contract.Component;

/**
 * K or V of one layer in a worker's memory. The row of (page, slot, local head) begins at {@code
 * base + page·pageStride + slot·tokenStride + head·headStride}.
 */
record Plane(
    long layer,
    Component component,
    long base,
    long pageStride,
    long tokenStride,
    long headStride) {}
