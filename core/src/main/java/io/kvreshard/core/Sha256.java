package io.kvreshard.core;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, in the wire form of 64 lower-case hexadecimal digits. */
public final class Sha256 {
  private static final int HEX_LENGTH = 64;

  private Sha256() {}

  /** A fresh digest; every Java platform has the algorithm. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
  }

  /** The hash of these bytes. */
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }

  /** The hash of the text's UTF-8 bytes. */
  public static String hex(String text) {
    return hex(text.getBytes(StandardCharsets.UTF_8));
  }

  /** True for exactly 64 characters of {@code [0-9a-f]}. */
  public static boolean isHex(String text) {
    return text.length() == HEX_LENGTH
        && text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
  }

  /** Rejects a text that {@link #isHex} denies. */
  public static void check(String pointer, String text) {
    if (!isHex(text)) {
      throw new RejectedException(
          RejectionCategory.SHA256, pointer, "a SHA-256 is 64 lower-case hexadecimal digits");
    }
  }
}
