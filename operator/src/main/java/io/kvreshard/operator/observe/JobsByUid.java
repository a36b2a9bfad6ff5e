package io.kvreshard.operator.observe;

import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Asks whether jobs exist of which only the uid is known. The API is asked by name, which never
 * changes; all jobs are read only if there is one whose name nobody has told.
 */
final class JobsByUid {
  private static final int REMEMBERED = 10_000;

  /** So many questions cost less than a list. */
  private static final int FEW = 16;

  private final ControlPlane plane;
  private final Map<String, String> names = Bounded.map(REMEMBERED);

  JobsByUid(ControlPlane plane) {
    this.plane = plane;
  }

  /** Remembers the name of a job. */
  synchronized void know(KVReshardJob job) {
    names.put(job.getMetadata().getUid(), job.getMetadata().getName());
  }

  /** Those that exist in the namespace now. */
  Set<String> existing(String namespace, Set<String> uids) {
    var known = known(uids);
    return known.size() == uids.size() && known.size() <= FEW
        ? asked(namespace, known)
        : listed(namespace, uids);
  }

  private synchronized Map<String, String> known(Set<String> uids) {
    var known = new LinkedHashMap<String, String>();
    for (var uid : uids) {
      var name = names.get(uid);
      if (name != null) {
        known.put(uid, name);
      }
    }
    return known;
  }

  private Set<String> asked(String namespace, Map<String, String> namesByUid) {
    var existing = new HashSet<String>();
    namesByUid.forEach(
        (uid, name) ->
            plane
                .get(KVReshardJob.class, namespace, name)
                .filter(job -> job.getMetadata().getUid().equals(uid))
                .ifPresent(_ -> existing.add(uid)));
    return existing;
  }

  private Set<String> listed(String namespace, Set<String> uids) {
    var existing = new HashSet<String>();
    for (var job : plane.list(KVReshardJob.class, Scope.namespace(namespace))) {
      if (uids.contains(job.getMetadata().getUid())) {
        know(job);
        existing.add(job.getMetadata().getUid());
      }
    }
    return existing;
  }
}
