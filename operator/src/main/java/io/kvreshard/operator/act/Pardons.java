package io.kvreshard.operator.act;

import io.kvreshard.core.snapshot.QuarantineRecord;
import io.kvreshard.core.snapshot.SnapshotDecision;
import io.kvreshard.core.snapshot.SnapshotFindings;
import io.kvreshard.core.snapshot.SnapshotRecord;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.QuarantineRelease;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.EventType;
import io.kvreshard.crd.schema.Text;
import io.kvreshard.operator.observe.SnapshotObserver;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Takes up that a person vouches for a snapshot's pages: status first, then the annotation goes. It
 * is good for what is on record now; while it is there nothing is put on record.
 */
final class Pardons {
  private final ControlPlane plane;

  Pardons(ControlPlane plane) {
    this.plane = plane;
  }

  /** Writes a snapshot's status. */
  interface Put {
    SnapshotDecision put(KVSnapshot snapshot, UnaryOperator<SnapshotRecord> change)
        throws ConflictException;
  }

  /** One step: empties the record, or takes the annotation off. */
  void grant(KVSnapshot snapshot, String reason, Put put) throws ConflictException {
    var records = SnapshotObserver.record(snapshot).quarantine();
    if (records.isEmpty()) {
      snapshot.getMetadata().getAnnotations().remove(QuarantineRelease.ANNOTATION);
      var _ = plane.replace(snapshot);
      return;
    }
    var sentence =
        "A person vouches that nobody touches the pages: %s. Until then: %s."
            .formatted(
                Text.clip(reason.strip(), QuarantineRelease.LONGEST_REASON),
                records.stream().map(Pardons::noise).collect(Collectors.joining("; ")));
    var _ = put.put(snapshot, record -> record.pardoned(sentence));
    plane.event(snapshot, EventType.Warning, SnapshotFindings.PARDONED, sentence);
  }

  private static String noise(QuarantineRecord record) {
    return "node \"%s\", operation %s".formatted(record.node(), record.operation());
  }
}
