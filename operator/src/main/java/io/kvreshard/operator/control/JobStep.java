package io.kvreshard.operator.control;

import io.kvreshard.core.job.JobDecision;
import io.kvreshard.core.job.JobView;
import io.kvreshard.crd.KVReshardJob;
import java.time.Instant;

/**
 * A step of a job that was taken, with all that it wrote.
 *
 * @param before as it was decided upon
 * @param job as it is now
 * @param began when the world was looked at for it
 */
public record JobStep(
    JobView before, KVReshardJob job, JobDecision decision, Instant began, Instant ended) {}
