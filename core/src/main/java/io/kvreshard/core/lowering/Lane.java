package io.kvreshard.core.lowering;

/**
 * Between which memory writes go. Adjacent writes of one lane may be one write; those of different
 * regions never, though their addresses touch (CONTRACT §9).
 */
record Lane(
    String writer, String target, String endpoint, String sourceRegion, String targetRegion) {}
