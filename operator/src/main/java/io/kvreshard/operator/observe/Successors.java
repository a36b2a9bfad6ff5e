package io.kvreshard.operator.observe;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** Jobs that other tries of them may still have to look at. Thread-safe. */
public final class Successors {
  /** Jobs that are to be deleted come in crowds: one list serves many. */
  private static final Duration FRESH = Duration.ofSeconds(1);

  private static final int NAMESPACES = 1000;

  private final LoadingCache<String, Set<String>> wanted;

  Successors(ControlPlane plane, LongSupplier nanos) {
    wanted =
        Caffeine.newBuilder()
            .maximumSize(NAMESPACES)
            .expireAfterWrite(FRESH)
            .ticker(nanos::getAsLong)
            .executor(Runnable::run)
            .build(namespace -> of(plane.list(KVReshardJob.class, Scope.namespace(namespace))));
  }

  /** Names that jobs of the namespace which have not begun yet have in retryOf. */
  Set<String> among(String namespace) {
    return wanted.get(namespace);
  }

  /**
   * Names that those of the jobs which have not begun yet have in retryOf.
   *
   * @param jobs of one namespace
   */
  public static Set<String> of(List<KVReshardJob> jobs) {
    return jobs.stream()
        .filter(job -> JobViews.of(job).follows())
        .map(job -> Objects.requireNonNullElse(job.getSpec().retryOf(), ""))
        .collect(Collectors.toUnmodifiableSet());
  }
}
