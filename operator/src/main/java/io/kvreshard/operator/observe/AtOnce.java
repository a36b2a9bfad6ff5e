package io.kvreshard.operator.observe;

import io.kvreshard.crd.control.ConflictException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Work of one caller in several threads. */
final class AtOnce {
  /** More would only wait for each other in the API server. */
  private static final int THREADS = 8;

  private AtOnce() {}

  /**
   * Returns when all parts have come to their end.
   *
   * @throws ConflictException if parts failed by nothing worse; else the first of the others
   */
  static void run(List<? extends Callable<?>> parts) throws ConflictException {
    int threads = Math.clamp(parts.size(), 1, THREADS);
    try (var pool = Executors.newFixedThreadPool(threads, Thread.ofVirtual().factory())) {
      rethrow(parts.stream().map(pool::submit).toList());
    }
  }

  private static void rethrow(List<? extends Future<?>> parts) throws ConflictException {
    var failures = parts.stream().map(AtOnce::failure).filter(Objects::nonNull).toList();
    var failure =
        failures.stream()
            .filter(it -> !(it instanceof ConflictException))
            .findFirst()
            .orElse(failures.isEmpty() ? null : failures.getFirst());
    if (failure != null) {
      failures.stream().filter(it -> it != failure).forEach(failure::addSuppressed);
    }
    switch (failure) {
      case null -> {}
      case ConflictException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }

  private static @Nullable Throwable failure(Future<?> part) {
    try {
      part.get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new IllegalStateException("interrupted while writing", e);
    }
  }
}
