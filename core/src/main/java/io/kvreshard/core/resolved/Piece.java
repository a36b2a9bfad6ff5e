package io.kvreshard.core.resolved;

/**
 * A range of a binding that was found right, and the memory that it uses.
 *
 * @param binding whose range
 * @param grid its bytes
 */
public record Piece(ResolvedBinding binding, ResolvedRange range, SpanGrid grid) {}
