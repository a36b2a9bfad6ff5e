package io.kvreshard.sim.memory;

/**
 * What a check found.
 *
 * @param bytes of content compared
 * @param mismatches of these, how many were wrong
 * @param guardMismatches bytes outside of the snapshot that somebody has changed
 */
public record Check(long bytes, long mismatches, long guardMismatches) {
  public boolean clean() {
    return mismatches == 0 && guardMismatches == 0;
  }
}
