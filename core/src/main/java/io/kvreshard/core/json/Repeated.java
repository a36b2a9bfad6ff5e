package io.kvreshard.core.json;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects or arrays that a document repeats, such as the descriptor in every part: the same
 * text gives the same object, read once.
 */
public final class Repeated<T> {
  private final Function<JsonReader, T> reader;
  private @Nullable T last;
  private JsonScanner.Span span = JsonScanner.Span.NONE;

  /** Reads with this function, which must not depend on anything but the text. */
  public Repeated(Function<JsonReader, T> reader) {
    this.reader = reader;
  }

  /** The value that is next in this document, always the same document. */
  public T read(JsonReader in) {
    if (last != null && in.takeAgain(span)) {
      return last;
    }
    JsonScanner.Span before = in.read();
    T value = reader.apply(in);
    span = in.read().since(before);
    last = value;
    return value;
  }
}
