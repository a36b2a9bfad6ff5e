package io.kvreshard.core.job;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which of a namespace's jobs that have come to their end are too many. */
public final class History {
  private History() {}

  /**
   * How many are kept.
   *
   * @param failed of those that are Failed; null: all
   * @param done of those that have Succeeded or were Cancelled, and of dry runs; null: all
   */
  public record Limits(@Nullable Integer failed, @Nullable Integer done) {
    /** Keeps all. */
    public static final Limits NONE = new Limits(null, null);
  }

  /**
   * A job that has ended, holds nothing, and would not come back.
   *
   * @param ended when
   */
  public record Entry(String name, boolean failed, Instant ended) {}

  /** Names of the jobs to delete: all but the newest ones. */
  public static List<String> excess(List<Entry> jobs, Limits limits) {
    return Stream.concat(
            oldest(jobs.stream().filter(Entry::failed), limits.failed()),
            oldest(jobs.stream().filter(job -> !job.failed()), limits.done()))
        .toList();
  }

  private static Stream<String> oldest(Stream<Entry> jobs, @Nullable Integer kept) {
    return kept == null
        ? Stream.empty()
        : jobs.sorted(Comparator.comparing(Entry::ended).reversed().thenComparing(Entry::name))
            .skip(kept)
            .map(Entry::name);
  }
}
