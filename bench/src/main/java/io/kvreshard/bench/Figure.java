package io.kvreshard.bench;

/**
 * A number that was measured.
 *
 * @param name short and fixed, for machines
 * @param what was done, for people
 * @param value in {@code unit}
 * @param unit {@code edges/s}, {@code jobs/s}, {@code writes/s}, {@code s}, {@code ms}, {@code MB}
 *     (10^6 bytes), {@code MiB}, {@code x}, a ratio, or what was counted
 */
public record Figure(String name, String what, double value, String unit, Bound bound) {
  public boolean ok() {
    return bound.holds(value);
  }
}
