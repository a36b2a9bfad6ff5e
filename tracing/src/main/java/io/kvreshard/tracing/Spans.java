package io.kvreshard.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.StatusCode;
import org.jspecify.annotations.Nullable;

/** Things that are done within spans. */
public final class Spans {
  /** Why a span has failed, in one word. */
  public static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

  private Spans() {}

  /**
   * Work with a result.
   *
   * @param <T> the result
   * @param <E> its failure
   */
  @FunctionalInterface
  public interface Work<T extends @Nullable Object, E extends Exception> {
    T run() throws E, InterruptedException;
  }

  /**
   * Work without a result.
   *
   * @param <E> its failure
   */
  @FunctionalInterface
  public interface Action<E extends Exception> {
    void run() throws E, InterruptedException;
  }

  /** Works within a span of its own; a failure is the span's. */
  public static <T extends @Nullable Object, E extends Exception> T call(
      SpanBuilder of, Work<T, E> work) throws E, InterruptedException {
    Span span = of.startSpan();
    try (var _ = span.makeCurrent()) {
      return work.run();
    } catch (Throwable t) {
      failed(span, word(t));
      throw t;
    } finally {
      span.end();
    }
  }

  /** The same, without a result. */
  public static <E extends Exception> void run(SpanBuilder of, Action<E> action)
      throws E, InterruptedException {
    Spans.<@Nullable Void, E>call(
        of,
        () -> {
          action.run();
          return null;
        });
  }

  /** Only the word: sentences of engines and systems may say what not everybody may read. */
  public static void failed(Span span, String word) {
    span.setStatus(StatusCode.ERROR, word);
    span.setAttribute(ERROR, word);
  }

  private static String word(Throwable failure) {
    return switch (failure) {
      case Reasoned reasoned -> reasoned.word();
      case InterruptedException _ -> "Interrupted";
      default -> failure.getClass().getSimpleName();
    };
  }
}
