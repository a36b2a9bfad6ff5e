package io.kvreshard.crd.schema;

import io.kvreshard.core.snapshot.QuarantineRecord;
import io.kvreshard.core.snapshot.SnapshotRecord;

/**
 * Bounds of what custom resources hold (DESIGN §4). Every integer without a bound of its own is 0…
 * {@link #INTEGER}, every string without one has 1…{@link #TEXT} characters; a field may be absent
 * only if it is nullable.
 *
 * <p>They are chosen so that the largest legal KVSnapshot and KVReshardJob can be applied on the
 * client's side, too: {@code kubectl apply} keeps the whole object in an annotation of at most 256
 * KiB. A larger placement goes through {@code placementRef}.
 */
public final class Bounds {
  /** 2^53 − 1: what every JSON reader keeps exactly. */
  public static final double INTEGER = (1L << 53) - 1;

  /** Characters of a string. */
  public static final int TEXT = 253;

  /** Characters of a sentence for people. */
  public static final int MESSAGE = 1024;

  /** Characters of a short name: a participant, a cache group, a node's transport. */
  public static final int NAME = 63;

  /** Cache groups of one snapshot. */
  public static final int GROUPS = 8;

  /** Participants of the placements that lie inline in one KVSnapshot, all groups together. */
  public static final int INLINE_PARTICIPANTS = 256;

  /** Participants of one placement, wherever it lies. */
  public static final int PARTICIPANTS = 1024;

  /** Nodes of one job. */
  public static final int NODES = 512;

  /** Receipts of one task. */
  public static final int RECEIPTS = 4096;

  /** Jobs that read one source at a time. */
  public static final int READERS = SnapshotRecord.MOST_READERS;

  /** Quarantines of one snapshot, or of one node. */
  public static final int QUARANTINES = QuarantineRecord.MOST;

  /** An operation: a job's uid or namespace, and what comes after it. */
  public static final int OPERATION = 2 * TEXT + 1;

  /** A year, in seconds: no timeout is longer. */
  public static final int YEAR_SECONDS = 365 * 24 * 3600;

  private Bounds() {}
}
