package io.kvreshard.cli.quarantine;

import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.Quarantine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** A KVSnapshot, and one node that may still touch its pages. */
record Held(String namespace, String snapshot, Quarantine quarantine) {

  /** All of some KVSnapshots, by name, the oldest first. */
  static List<Held> in(Collection<KVSnapshot> snapshots) {
    var all = new ArrayList<Held>();
    for (var snapshot : snapshots) {
      var meta = snapshot.getMetadata();
      for (var it : of(snapshot)) {
        all.add(new Held(meta.getNamespace(), meta.getName(), it));
      }
    }
    all.sort(
        Comparator.comparing(Held::namespace)
            .thenComparing(Held::snapshot)
            .thenComparing(held -> held.quarantine().since())
            .thenComparing(held -> held.quarantine().node()));
    return all;
  }

  static List<Quarantine> of(KVSnapshot snapshot) {
    var status = snapshot.getStatus();
    return status == null || status.quarantine() == null ? List.of() : status.quarantine();
  }
}
