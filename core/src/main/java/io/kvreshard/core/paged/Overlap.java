package io.kvreshard.core.paged;

/**
 * A byte that is used twice.
 *
 * @param first whose box uses it
 * @param second whose box uses it, too; may be the same
 * @param offset in their region
 */
record Overlap(Box first, Box second, long offset) {}
