package io.kvreshard.core.job;

import java.time.Duration;

/**
 * What the operator timed by its own monotonic clock; all start anew with the operator.
 *
 * @param sinceChange since it last saw the attempt's tasks change
 * @param sinceReport since it last wrote the job's progress
 * @param sinceTarget since it last saw the target's phase change
 * @param sincePlace since it last wrote where the job stands in line
 */
public record Timers(
    Duration sinceChange, Duration sinceReport, Duration sinceTarget, Duration sincePlace) {}
