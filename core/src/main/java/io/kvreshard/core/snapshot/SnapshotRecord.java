package io.kvreshard.core.snapshot;

import io.kvreshard.core.contents.Contents;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the snapshot's status says already.
 *
 * @param phase as if nobody could touch the pages who should not; never Quarantined
 * @param processes those bound last; empty before the first time
 * @param contents that came with the job which filled it; null: none did
 * @param claim of a target
 * @param readers uids of jobs that read it
 * @param quarantine who may still touch its pages for operations that are over
 * @param pardon what a person vouched for when the last quarantine was released; empty: nobody had
 *     to
 */
public record SnapshotRecord(
    SnapshotPhase phase,
    List<BoundProcess> processes,
    @Nullable Contents contents,
    @Nullable ClaimView claim,
    SortedSet<String> readers,
    List<QuarantineRecord> quarantine,
    String pardon) {
  /** As many jobs may read a snapshot at a time, if it is on few nodes. */
  public static final int MOST_READERS = 256;

  /**
   * As many jobs may read a snapshot whose participants are on so many nodes: if all of these
   * become noisy, there is a place on record for every job and node, so that no job is held for
   * ever.
   */
  public static int mostReaders(int nodes) {
    return Math.clamp(QuarantineRecord.MOST / Math.max(1, nodes), 1, MOST_READERS);
  }

  public SnapshotRecord {
    if (phase == SnapshotPhase.Quarantined) {
      throw new IllegalArgumentException(
          "a quarantine is a list, and the phase is the one behind it");
    }
    processes = List.copyOf(processes);
    readers = new TreeSet<>(readers);
    quarantine = List.copyOf(quarantine);
  }

  /** What people and jobs see. */
  public SnapshotPhase shown() {
    return quarantine.isEmpty() || phase.gone() ? phase : SnapshotPhase.Quarantined;
  }

  /** Whether a job has claimed or reads it. */
  public boolean held() {
    return claim != null || !readers.isEmpty();
  }

  /** The same in another phase. */
  public SnapshotRecord in(SnapshotPhase next) {
    return new SnapshotRecord(next, processes, contents, claim, readers, quarantine, pardon);
  }

  /** The same, with what came besides the pages; null: nothing. */
  public SnapshotRecord holding(@Nullable Contents next) {
    return new SnapshotRecord(phase, processes, next, claim, readers, quarantine, pardon);
  }

  /** The same, claimed by a job, or by none. */
  public SnapshotRecord claimedBy(@Nullable ClaimView next) {
    return new SnapshotRecord(phase, processes, contents, next, readers, quarantine, pardon);
  }

  /** The same with another reader. */
  public SnapshotRecord readBy(String jobUid) {
    var more = new TreeSet<>(readers);
    more.add(jobUid);
    return new SnapshotRecord(phase, processes, contents, claim, more, quarantine, pardon);
  }

  /** The same without a reader. */
  public SnapshotRecord leftBy(String jobUid) {
    var fewer = new TreeSet<>(readers);
    fewer.remove(jobUid);
    return new SnapshotRecord(phase, processes, contents, claim, fewer, quarantine, pardon);
  }

  /** The same, and somebody else who may touch the pages; a pardon was not for this. */
  public SnapshotRecord quarantined(QuarantineRecord noise) {
    if (quarantine.stream().anyMatch(it -> it.isOf(noise.node(), noise.operation()))) {
      return this;
    }
    var more = new ArrayList<>(quarantine);
    more.add(noise);
    return new SnapshotRecord(phase, processes, contents, claim, readers, more, "");
  }

  /** The same without any quarantine, because a person vouches for its pages. */
  public SnapshotRecord pardoned(String sentence) {
    return new SnapshotRecord(phase, processes, contents, claim, readers, List.of(), sentence);
  }

  /** Of a snapshot without status. */
  public static SnapshotRecord fresh() {
    return new SnapshotRecord(
        SnapshotPhase.Pending, List.of(), null, null, new TreeSet<>(), List.of(), "");
  }
}
