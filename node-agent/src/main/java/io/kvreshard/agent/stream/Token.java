package io.kvreshard.agent.stream;

import java.security.MessageDigest;
import java.security.SecureRandom;

/** The 32 random bytes that open one connection, once. */
public final class Token {
  /** How long a token is. */
  public static final int BYTES = 32;

  private final byte[] bytes;

  private Token(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A new one. */
  public static Token random(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new Token(bytes);
  }

  /**
   * A token from a peer.
   *
   * @throws IllegalArgumentException if it has not 32 bytes
   */
  public static Token of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "a token of %d bytes where %d belong".formatted(bytes.length, BYTES));
    }
    return new Token(bytes.clone());
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  /** Equality in constant time. */
  public boolean matches(Token other) {
    return MessageDigest.isEqual(bytes, other.bytes);
  }

  /** Says nothing about the bytes: it may end in a log. */
  @Override
  public String toString() {
    return "Token";
  }
}
