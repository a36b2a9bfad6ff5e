package io.kvreshard.crd;

/** Geometry of the cache (CONTRACT §4.2). Layers as ranges: "0-39,42". */
public record DescriptorSpec(
    String layers,
    String dtype,
    long itemsize,
    long pageSize,
    long totalKvHeads,
    long keyHeadDim,
    long valueHeadDim,
    String layout) {}
