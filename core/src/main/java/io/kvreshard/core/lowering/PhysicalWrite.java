package io.kvreshard.core.lowering;

/**
 * Bytes that one process writes into another's memory (CONTRACT §9). Never on a wire: whoever needs
 * it computes it.
 *
 * @param endpoint of the target's region
 * @param sourceAddress in the source's process, u64
 * @param targetAddress in the target's process, u64
 * @param nbytes at least 1, a u64
 */
public record PhysicalWrite(
    String sourceParticipantId,
    String targetParticipantId,
    String endpoint,
    long sourceAddress,
    long targetAddress,
    long nbytes) {}
