package io.kvreshard.core.paged;

import io.kvreshard.core.Quoted;

/**
 * A piece of one process's memory, named without its address. The same id means the same memory for
 * as long as the process lives.
 *
 * @param id unique in the binding
 * @param bytes size, 1…{@link #MAX_BYTES}
 */
public record Region(String id, long bytes) {
  /** Far beyond any address space, and small enough that sums of offsets never overflow. */
  public static final long MAX_BYTES = 1L << 60;

  public Region {
    Rule.string(id, "/regions", "region_id");
    if (bytes < 1 || bytes > MAX_BYTES) {
      throw Rule.range(
          "/regions",
          "region "
              + Quoted.of(id)
              + ": nbytes is "
              + Long.toUnsignedString(bytes)
              + ", allowed are 1…2^60");
    }
  }
}
