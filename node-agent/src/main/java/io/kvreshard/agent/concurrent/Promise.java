package io.kvreshard.agent.concurrent;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A value that somebody will provide, or the failure that prevents it. The first of both counts.
 *
 * @param <T> the value
 */
public final class Promise<T> {
  private final CompletableFuture<T> future = new CompletableFuture<>();
  private final String what;

  /**
   * @param what for the sentence of a wait that took too long: "the pages of the source"
   */
  public Promise(String what) {
    this.what = what;
  }

  public void keep(T value) {
    future.complete(value);
  }

  public void fail(FailedException why) {
    future.completeExceptionally(why);
  }

  /**
   * Waits.
   *
   * @throws FailedException why there is none; ProgressTimeout if patience is over
   */
  public T await(Duration patience) throws FailedException, InterruptedException {
    try {
      return future.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw failure(e);
    } catch (TimeoutException e) {
      throw new FailedException(
          FailureReason.ProgressTimeout,
          "%s did not come in %d s".formatted(what, patience.toSeconds()),
          e);
    }
  }

  private static FailedException failure(ExecutionException e) {
    if (e.getCause() instanceof FailedException why) {
      return new FailedException(why.reason(), why.sentence(), why);
    }
    throw new IllegalStateException(e);
  }
}
