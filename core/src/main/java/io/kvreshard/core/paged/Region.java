package io.kvreshard.core.paged;

/**
 * A piece of one process's memory, named without its address. The same id means the same memory for
 * as long as the process lives.
 *
 * @param id unique in the binding
 * @param bytes size, 1…2^63−1
 */
public record Region(String id, long bytes) {
  public Region {
    Rule.string(id, "/regions", "region_id");
    if (bytes < 1) {
      throw Rule.range(
          "/regions",
          "region "
              + id
              + ": nbytes is "
              + Long.toUnsignedString(bytes)
              + ", allowed are 1…2^63−1");
    }
  }
}
