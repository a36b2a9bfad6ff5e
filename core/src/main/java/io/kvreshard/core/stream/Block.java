package io.kvreshard.core.stream;

/**
 * A box of the logical cache whose rows follow each other in the stream without gaps: what an
 * assisted engine is asked to gather or scatter.
 *
 * @param edge index into {@link DenseStream#edges()}: layer, component and row size
 * @param tokenStart first global token position, u64
 * @param tokenCount tokens
 * @param headStart first global head, u64
 * @param headCount heads
 * @param order order of the rows
 * @param streamOffset where the first row lies in the stream
 * @param bytes length in the stream
 */
public record Block(
    int edge,
    long tokenStart,
    long tokenCount,
    long headStart,
    long headCount,
    RowOrder order,
    long streamOffset,
    long bytes) {}
