package io.kvreshard.core.json;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Compares canonical JSON, while it is written, with a piece of a text: far cheaper than parsing
 * the piece, where one knows what it must be.
 */
public final class CanonicalMatch {
  private static final int PIECE = 2048;

  private final String text;
  private final int end;
  private final CanonicalJson json = new CanonicalJson(AsciiBuffer.into(this::compare), false);
  private final CharsetEncoder encoder = StandardCharsets.US_ASCII.newEncoder();
  private final CharBuffer chars = CharBuffer.allocate(PIECE);
  private final ByteBuffer ascii = ByteBuffer.allocate(PIECE);

  private int at;
  private boolean same = true;

  /** Compares with {@code [from, to)} of a text. */
  public CanonicalMatch(String text, int from, int to) {
    this.text = text;
    this.at = from;
    this.end = to;
  }

  /** What is written here is compared. */
  public CanonicalJson json() {
    return json;
  }

  /** True if the piece begins with what was written so far. */
  public boolean begins() {
    json.flush();
    return same;
  }

  /** True if the piece is what was written. */
  public boolean matches() {
    return begins() && at == end;
  }

  private void compare(byte[] bytes, int offset, int length) {
    same = same && length <= end - at;
    for (int done = 0; same && done < length; ) {
      int size = Math.min(PIECE, length - done);
      same = nextIs(bytes, offset + done, size);
      at += size;
      done += size;
    }
  }

  /** All three steps work on many characters at once; a loop over them would not. */
  private boolean nextIs(byte[] bytes, int offset, int size) {
    text.getChars(at, at + size, chars.array(), 0);
    chars.clear().limit(size);
    ascii.clear();
    return !encoder.reset().encode(chars, ascii, true).isError()
        && Arrays.equals(ascii.array(), 0, size, bytes, offset, offset + size);
  }
}
