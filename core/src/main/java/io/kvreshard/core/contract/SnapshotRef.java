package io.kvreshard.core.contract;

import io.kvreshard.core.Sha256;

/**
 * What a binding says of the snapshot that it holds: both names or neither (CONTRACT §4.8, §4.10).
 *
 * @param id {@link Snapshot#id}
 * @param digest {@link Snapshot#digest}
 */
public record SnapshotRef(String id, String digest) {
  public SnapshotRef {
    Check.notEmpty("/snapshot_id", id);
    Sha256.check("/snapshot_digest", digest);
  }

  public static SnapshotRef of(Snapshot snapshot) {
    return new SnapshotRef(snapshot.id(), snapshot.digest());
  }

  /** Rejects a reference to another snapshot. */
  public void requireIs(Snapshot snapshot) {
    Check.same("/snapshot_id", "snapshot_id", id, snapshot.id());
    Check.same("/snapshot_digest", "snapshot_digest", digest, snapshot.digest());
  }
}
