/**
 * What becomes of a job: {@link io.kvreshard.core.job.Decider} turns an observation and a time into
 * exactly one decision (DESIGN §5). Nothing here knows Kubernetes, reads a clock or waits.
 */
@NullMarked
package io.kvreshard.core.job;

import org.jspecify.annotations.NullMarked;
