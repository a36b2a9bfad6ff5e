package io.kvreshard.core.paged;

/**
 * A binding that an operation works with.
 *
 * @param binding where the bytes are
 * @param side whether they are read or written
 */
public record OpenBinding(PagedBinding binding, Side side) {}
