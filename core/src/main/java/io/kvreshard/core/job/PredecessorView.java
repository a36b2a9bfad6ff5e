package io.kvreshard.core.job;

/**
 * The job that another one is a new try of.
 *
 * @param phase where it is in its life
 * @param ended it has come to its end, also that of a dry run
 * @param guarded it carries the finalizer of a job that may hold something
 */
public record PredecessorView(String uid, Phase phase, boolean ended, boolean guarded) {}
