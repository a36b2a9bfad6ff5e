package io.kvreshard.cli.demo;

/**
 * How a scenario ended.
 *
 * @param scenario its name
 * @param bytes that moved, replicas included
 * @param seconds from the job's creation to its end
 * @param verified every byte at the target was looked at and is right, and nothing else changed
 */
record Outcome(String scenario, long bytes, double seconds, boolean verified) {}
