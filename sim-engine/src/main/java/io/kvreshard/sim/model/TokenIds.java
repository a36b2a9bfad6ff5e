package io.kvreshard.sim.model;

import com.google.protobuf.ByteString;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.contents.Contents;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * What a simulated coordinator knows besides its pages: the ids of the tokens, four bytes each, a
 * function of the seed and of the token's position, so that anybody can check them.
 *
 * @param seed two engines with equal seeds claim to hold the same tokens
 * @param first position of the first token
 * @param bytes at least one; the last id may be cut short
 */
public record TokenIds(long seed, long first, int bytes) {
  private static final int VOCABULARY = 128_256;

  /** They as others see them. */
  public Contents contents() {
    MessageDigest digest = Sha256.digest();
    for (int at = 0; at < bytes; at += Contents.MOST_PART_BYTES) {
      digest.update(part(at, Contents.MOST_PART_BYTES).asReadOnlyByteBuffer());
    }
    return new Contents(HexFormat.of().formatHex(digest.digest()), bytes);
  }

  /** The bytes from an offset on: so many, or all that are left. */
  public ByteString part(int offset, int most) {
    int end = (int) Math.min((long) offset + most, bytes);
    int from = offset / Integer.BYTES;
    int to = Math.ceilDiv(end, Integer.BYTES);
    ByteBuffer ids =
        ByteBuffer.allocate((to - from) * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = from; i < to; i++) {
      ids.putInt(
          (int) Long.remainderUnsigned(Content.mix(Content.mix(seed) + first + i), VOCABULARY));
    }
    int skipped = from * Integer.BYTES;
    return ByteString.copyFrom(ids.array(), offset - skipped, end - offset);
  }
}
