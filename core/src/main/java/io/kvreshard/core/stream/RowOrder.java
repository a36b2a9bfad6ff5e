package io.kvreshard.core.stream;

/**
 * How the rows of an edge follow each other inside a token tile. A row is the bytes of one (token,
 * head).
 */
public enum RowOrder {
  /** For each token, its heads. */
  TOKEN_HEAD,
  /** For each head, its tokens. */
  HEAD_TOKEN
}
