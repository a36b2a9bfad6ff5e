package io.kvreshard.core.json;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Reads whole documents by the contract's strict rules (CONTRACT §2). */
public final class StrictJson {
  private StrictJson() {}

  /**
   * Reads one document.
   *
   * @param decode reads exactly the document's value
   * @throws RejectedException with an absolute pointer; what is not JSON is rejected as such, even
   *     if something else was found wrong first
   */
  public static <T> T read(String text, Function<JsonReader, T> decode) {
    checkLength(text.length());
    JsonReader in = new JsonReader(text);
    try {
      T document = decode.apply(in);
      in.end();
      return document;
    } catch (RejectedException e) {
      if (!aboutText(e.category()) && !in.wasReadToEnd()) {
        SyntaxScan.check(text);
      }
      throw e.under(in.pointer());
    }
  }

  /** Rejects a text that is no JSON at all; of the documents' rules it knows none. */
  public static void checkSyntax(String text) {
    checkLength(text.length());
    SyntaxScan.check(text);
  }

  /** The text of a document that came as UTF-8 bytes, at most 16 MiB. */
  public static String decode(byte[] utf8) {
    checkLength(utf8.length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw JsonScanner.reject(RejectionCategory.ENCODING, "the bytes are not UTF-8");
    }
  }

  static void checkLength(long utf8Bytes) {
    if (utf8Bytes > Limits.TEXT_BYTES) {
      throw JsonScanner.reject(
          RejectionCategory.LIMIT,
          "the text is longer than " + Limits.TEXT_BYTES + " bytes of UTF-8");
    }
  }

  private static boolean aboutText(RejectionCategory category) {
    return switch (category) {
      case SYNTAX, ENCODING, NON_FINITE, DUPLICATE_FIELD, DEPTH -> true;
      default -> false;
    };
  }
}
