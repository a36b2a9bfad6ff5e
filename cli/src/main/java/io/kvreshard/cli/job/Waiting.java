package io.kvreshard.cli.job;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.kvreshard.crd.KVReshardJob;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows one job to its end, whichever it is. The informer connects and lists again for as long as
 * there is time, so that an API server may be away meanwhile.
 */
final class Waiting implements ResourceEventHandler<KVReshardJob> {
  private static final long NO_RESYNC = 0;

  private final CompletableFuture<JobEnd> end = new CompletableFuture<>();
  private final Consumer<KVReshardJob> look;
  private volatile KVReshardJob last;

  private Waiting(KVReshardJob job, Consumer<KVReshardJob> look) {
    this.last = job;
    this.look = look;
  }

  /**
   * Waits.
   *
   * @param job as it is now
   * @param limit after which the end is {@link Ending#TIMEOUT}
   * @param look sees the job whenever it has changed
   */
  static JobEnd of(
      JobAccess access, KVReshardJob job, Duration limit, Consumer<KVReshardJob> look) {
    var waiting = new Waiting(job, look);
    waiting.see(job);
    if (waiting.end.isDone() || limit.isZero()) {
      return waiting.end.getNow(new JobEnd(Ending.TIMEOUT, job));
    }
    return access.ask(
        one -> {
          try (var informer = one.runnableInformer(NO_RESYNC)) {
            informer.addEventHandler(waiting).exceptionHandler(waiting::goesOn);
            var _ =
                informer
                    .start()
                    .thenRun(
                        () -> {
                          if (informer.getStore().list().isEmpty()) {
                            waiting.gone();
                          }
                        });
            return waiting.result(limit);
          }
        });
  }

  private JobEnd result(Duration limit) {
    try {
      return end.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return new JobEnd(Ending.TIMEOUT, last);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** What is refused at first is refused for good; later it may be a server that just starts. */
  private boolean goesOn(boolean started, Throwable error) {
    var refusal = started ? Optional.<KubernetesClientException>empty() : refusal(error);
    refusal.ifPresent(end::completeExceptionally);
    return refusal.isEmpty();
  }

  private static Optional<KubernetesClientException> refusal(@Nullable Throwable error) {
    for (var cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof KubernetesClientException e
          && (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN
              || e.getCode() == HttpURLConnection.HTTP_UNAUTHORIZED)) {
        return Optional.of(e);
      }
    }
    return Optional.empty();
  }

  private void see(KVReshardJob job) {
    if (!job.getMetadata().getUid().equals(last.getMetadata().getUid())) {
      gone();
      return;
    }
    last = job;
    look.accept(job);
    Ending.of(job).ifPresent(it -> end.complete(new JobEnd(it, job)));
  }

  private void gone() {
    end.complete(new JobEnd(Ending.DELETED, last));
  }

  @Override
  public void onAdd(KVReshardJob job) {
    see(job);
  }

  @Override
  public void onUpdate(KVReshardJob before, KVReshardJob job) {
    see(job);
  }

  /** It may have come to its end just before. */
  @Override
  public void onDelete(KVReshardJob job, boolean finalStateUnknown) {
    see(job);
    gone();
  }
}
