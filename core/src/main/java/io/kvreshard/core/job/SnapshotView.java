package io.kvreshard.core.job;

import io.kvreshard.core.snapshot.Binding;
import io.kvreshard.core.snapshot.ClaimView;
import io.kvreshard.core.snapshot.Documents;
import io.kvreshard.core.snapshot.SnapshotPhase;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot as a job sees it.
 *
 * @param binding of its participants to live processes, now
 */
public record SnapshotView(
    String name,
    SnapshotPhase phase,
    Documents documents,
    Binding binding,
    @Nullable ClaimView claim,
    Set<String> readers) {
  public SnapshotView {
    readers = Set.copyOf(readers);
  }

  /** The job may write into it: it is the very reservation that the job has claimed. */
  boolean claimedBy(JobView job) {
    return claim != null && claim.jobUid().equals(job.uid());
  }
}
