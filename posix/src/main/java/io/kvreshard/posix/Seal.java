package io.kvreshard.posix;

/** What can never be done to a memfd any more, by nobody (fcntl(2), F_ADD_SEALS). */
public enum Seal {
  /** No more seals. */
  F_SEAL_SEAL(0x1),
  F_SEAL_SHRINK(0x2),
  F_SEAL_GROW(0x4),
  F_SEAL_WRITE(0x8),
  /** Only mappings that exist may write. */
  F_SEAL_FUTURE_WRITE(0x10);

  private final int bit;

  Seal(int bit) {
    this.bit = bit;
  }

  int bit() {
    return bit;
  }
}
