package io.kvreshard.core.job;

import io.kvreshard.core.snapshot.Binding;
import io.kvreshard.core.snapshot.ClaimView;
import io.kvreshard.core.snapshot.Documents;
import io.kvreshard.core.snapshot.QuarantineRecord;
import io.kvreshard.core.snapshot.SnapshotPhase;
import io.kvreshard.core.snapshot.SnapshotRecord;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot as a job sees it.
 *
 * @param binding of its participants to live processes, now
 * @param quarantine who may still touch its pages for operations that are over
 */
public record SnapshotView(
    String name,
    SnapshotPhase phase,
    Documents documents,
    Binding binding,
    @Nullable ClaimView claim,
    Set<String> readers,
    List<QuarantineRecord> quarantine) {
  public SnapshotView {
    readers = Set.copyOf(readers);
    quarantine = List.copyOf(quarantine);
  }

  /** It is on record that a node may still touch its pages for an operation. */
  boolean isQuarantined(String node, String operation) {
    return quarantine.stream().anyMatch(record -> record.isOf(node, operation));
  }

  /** The job is one of its readers. */
  boolean readBy(JobView job) {
    return readers.contains(job.uid());
  }

  /** There is room for the job among its readers, or it is one. */
  boolean mayBeReadBy(JobView job) {
    return readBy(job) || readers.size() < SnapshotRecord.mostReaders(nodes());
  }

  /**
   * Whether many more may read it: who is not the first to register need not fear to be refused.
   */
  boolean hasAmpleRoom() {
    return readers.size() < SnapshotRecord.mostReaders(nodes()) / 2;
  }

  /** On how many nodes its participants are; 0: not known. */
  private int nodes() {
    return switch (binding) {
      case Binding.Bound bound -> Set.copyOf(bound.nodes().values()).size();
      case Binding.Unbound _ -> 0;
    };
  }

  /** The job may write into it: it is the very reservation that the job has claimed. */
  boolean claimedBy(JobView job) {
    return claim != null && claim.jobUid().equals(job.uid());
  }
}
