package io.kvreshard.core.json;

import io.kvreshard.core.Sha256;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The SHA-256 of canonical JSON while it is written. An id and a digest of one document share a
 * long prefix: {@link #fork} hashes it once.
 */
public final class CanonicalHash {
  private final MessageDigest digest;
  private final CanonicalJson json;

  public CanonicalHash() {
    this(Sha256.digest(), false);
  }

  private CanonicalHash(MessageDigest digest, boolean comma) {
    this.digest = digest;
    this.json = new CanonicalJson(AsciiBuffer.into(digest::update), comma);
  }

  /** What is written here is hashed. */
  public CanonicalJson json() {
    return json;
  }

  /** A second hash that has seen the same text so far. */
  public CanonicalHash fork() {
    json.flush();
    try {
      return new CanonicalHash((MessageDigest) digest.clone(), json.comma());
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("this Java runtime cannot clone a SHA-256 digest", e);
    }
  }

  /** The hash of all that was written, 64 hexadecimal digits. Ends this object's use. */
  public String hex() {
    json.flush();
    return HexFormat.of().formatHex(digest.digest());
  }
}
