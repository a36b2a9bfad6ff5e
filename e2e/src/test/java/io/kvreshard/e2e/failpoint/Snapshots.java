package io.kvreshard.e2e.failpoint;

import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.SnapshotPhase;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a KVSnapshot says. */
final class Snapshots {
  private static final String EPOCH = "kvreshard.io/group-epoch";

  private Snapshots() {}

  /** The generation of the engine that offered it. */
  static Optional<String> epoch(KVSnapshot snapshot) {
    return Optional.ofNullable(snapshot.getMetadata().getLabels()).map(labels -> labels.get(EPOCH));
  }

  static @Nullable SnapshotPhase phase(KVSnapshot snapshot) {
    return snapshot.getStatus() == null ? null : snapshot.getStatus().phase();
  }

  /** Bound, and nobody has a hand on it. */
  static boolean usable(KVSnapshot snapshot) {
    return held(snapshot).isEmpty()
        && snapshot.getMetadata().getDeletionTimestamp() == null
        && Objects.requireNonNullElse(
                snapshot.getStatus().conditions(),
                List.<io.fabric8.kubernetes.api.model.Condition>of())
            .stream()
            .anyMatch(it -> it.getType().equals("Bound") && it.getStatus().equals("True"));
  }

  /** Who has a hand on it, in words; empty: nobody. */
  static String held(KVSnapshot snapshot) {
    var status = snapshot.getStatus();
    if (status == null) {
      return "";
    }
    var claim = status.claim() == null ? "" : status.claim().toString();
    var readers =
        status.readers() == null || status.readers().isEmpty() ? "" : status.readers().toString();
    return claim + readers;
  }
}
