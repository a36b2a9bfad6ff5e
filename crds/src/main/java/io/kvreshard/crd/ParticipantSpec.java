package io.kvreshard.crd;

/** One rank and what it holds. Layers as ranges: "0-39,42"; empty for none. */
public record ParticipantSpec(
    String id, Rank rank, String layers, HeadRange heads, Replica replica) {}
