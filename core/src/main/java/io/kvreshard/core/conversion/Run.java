package io.kvreshard.core.conversion;

/**
 * Tokens that lie one stride apart.
 *
 * @param tokenStart global, u64
 * @param tokens 0 for none
 * @param offset of the first token's first head in its region
 */
record Run(long tokenStart, long tokens, long offset) {
  static final Run NONE = new Run(0, 0, 0);

  /** True if the other's tokens follow this one's, in memory too. */
  boolean goesOn(Run next, long stride) {
    return tokenStart + tokens == next.tokenStart && offset + tokens * stride == next.offset;
  }

  /** Both together, if the second goes on where the first ends. */
  Run and(Run next) {
    return new Run(tokenStart, tokens + next.tokens, offset);
  }
}
