package io.kvreshard.crd;

import org.jspecify.annotations.Nullable;

/** Written once: the fate of the operation. */
public record Decision(long attempt, Verdict verdict, @Nullable String jobDigest) {}
