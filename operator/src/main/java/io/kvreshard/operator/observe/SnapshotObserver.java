package io.kvreshard.operator.observe;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.kvreshard.core.job.SnapshotView;
import io.kvreshard.core.snapshot.Binder;
import io.kvreshard.core.snapshot.Binding;
import io.kvreshard.core.snapshot.BoundProcess;
import io.kvreshard.core.snapshot.ClaimView;
import io.kvreshard.core.snapshot.Documents;
import io.kvreshard.core.snapshot.QuarantineReason;
import io.kvreshard.core.snapshot.QuarantineRecord;
import io.kvreshard.core.snapshot.Replaced;
import io.kvreshard.core.snapshot.SnapshotFindings;
import io.kvreshard.core.snapshot.SnapshotObservation;
import io.kvreshard.core.snapshot.SnapshotOrigin;
import io.kvreshard.core.snapshot.SnapshotPhase;
import io.kvreshard.core.snapshot.SnapshotRecord;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVSnapshotStatus;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.PlacementRef;
import io.kvreshard.crd.Quarantine;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.operator.Names;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What a KVSnapshot says, and what is there of it. */
public final class SnapshotObserver {
  private final ControlPlane plane;
  private final Fleet fleet;
  private final Machines machines;
  private final String systemNamespace;
  private final QuarantineEvidence evidence;
  private final JobsByUid jobs;
  private final SnapshotDocuments documents;

  /**
   * An observer.
   *
   * @param now the control plane itself, for proofs: what was read before does not count
   * @param systemNamespace where tasks are
   */
  public SnapshotObserver(
      ControlPlane plane,
      ControlPlane now,
      Fleet fleet,
      Machines machines,
      String systemNamespace) {
    this.plane = plane;
    this.fleet = fleet;
    this.machines = machines;
    this.evidence = new QuarantineEvidence(now, systemNamespace);
    this.systemNamespace = systemNamespace;
    this.jobs = new JobsByUid(plane);
    this.documents = new SnapshotDocuments(this::text);
  }

  /**
   * All that the snapshot's fate depends on.
   *
   * @param record what its status says, or is about to say
   */
  public SnapshotObservation observe(KVSnapshot snapshot, SnapshotRecord record) {
    var spec = snapshot.getSpec();
    var namespace = snapshot.getMetadata().getNamespace();
    var read = documents(snapshot);
    return new SnapshotObservation(
        SnapshotOrigin.valueOf(spec.origin().name()),
        read,
        binding(snapshot, read),
        Replaced.among(record.processes(), spec.instanceGroup(), fleet.runtimes(namespace)),
        busyJobs(namespace, record),
        down(record),
        evidence.of(record.quarantine()),
        record);
  }

  private Set<String> down(SnapshotRecord record) {
    var nodes = new HashSet<String>();
    record.processes().forEach(process -> nodes.add(process.node()));
    record.quarantine().forEach(noise -> nodes.add(noise.node()));
    nodes.removeIf(node -> !machines.down(node));
    return nodes;
  }

  /** The snapshot as a job sees it. */
  public SnapshotView view(KVSnapshot snapshot) {
    var record = record(snapshot);
    var read = documents(snapshot);
    return new SnapshotView(
        snapshot.getMetadata().getName(),
        record.shown(),
        read,
        binding(snapshot, read),
        record.claim(),
        record.readers(),
        record.quarantine());
  }

  /** What the snapshot's status says. */
  public static SnapshotRecord record(KVSnapshot snapshot) {
    var status = snapshot.getStatus();
    if (status == null || status.phase() == null) {
      return SnapshotRecord.fresh();
    }
    var processes =
        orEmpty(status.participants()).stream()
            .map(it -> new BoundProcess(it.id(), it.runtime(), it.node(), it.instanceId()))
            .toList();
    var claim = status.claim();
    var readers = new TreeSet<String>();
    orEmpty(status.readers()).forEach(reader -> readers.add(reader.jobUID()));
    return new SnapshotRecord(
        SnapshotPhase.valueOf(behindQuarantine(status, status.phase()).name()),
        processes,
        status.contents() == null ? null : status.contents().view(),
        claim == null ? null : new ClaimView(claim.jobUID(), claim.attempt()),
        readers,
        orEmpty(status.quarantine()).stream().map(SnapshotObserver::quarantine).toList(),
        pardon(status));
  }

  private static io.kvreshard.crd.SnapshotPhase behindQuarantine(
      KVSnapshotStatus status, io.kvreshard.crd.SnapshotPhase phase) {
    return phase == io.kvreshard.crd.SnapshotPhase.Quarantined
        ? Objects.requireNonNull(status.phaseAfterQuarantine(), "CRD rule")
        : phase;
  }

  private static QuarantineRecord quarantine(Quarantine it) {
    return new QuarantineRecord(
        it.node(),
        it.operation(),
        QuarantineReason.valueOf(it.reason().name()),
        it.message(),
        Instant.parse(it.since()));
  }

  private static String pardon(KVSnapshotStatus status) {
    return orEmpty(status.conditions()).stream()
        .filter(condition -> condition.getType().equals(SnapshotFindings.PARDONED))
        .map(Condition::getMessage)
        .findFirst()
        .orElse("");
  }

  /** The documents in the spec. */
  public Documents documents(KVSnapshot snapshot) {
    return documents.of(snapshot);
  }

  private Optional<String> text(String namespace, PlacementRef reference) {
    return plane
        .get(ConfigMap.class, namespace, reference.configMap())
        .map(ConfigMap::getData)
        .map(data -> data.get(reference.key()));
  }

  private Binding binding(KVSnapshot snapshot, Documents read) {
    var spec = snapshot.getSpec();
    return switch (read) {
      case Documents.Valid valid ->
          Binder.bind(
              spec.instanceGroup(),
              spec.nodeName(),
              valid.participants(),
              fleet.runtimes(snapshot.getMetadata().getNamespace()),
              fleet.agents());
      case Documents.Invalid _, Documents.Missing _ ->
          new Binding.Unbound("Its participants are not known.");
    };
  }

  /** Remembers where a job is: a claim says only its uid. */
  void know(KVReshardJob job) {
    jobs.know(job);
  }

  private Set<String> busyJobs(String namespace, SnapshotRecord record) {
    var wanted = new HashSet<>(record.readers());
    var claim = record.claim();
    if (claim != null) {
      wanted.add(claim.jobUid());
    }
    var busy = jobs.existing(namespace, wanted);
    for (var uid : wanted) {
      if (!busy.contains(uid)
          && !plane
              .list(
                  KVTransferTask.class, Scope.namespace(systemNamespace).label(Names.JOB_UID, uid))
              .isEmpty()) {
        busy.add(uid);
      }
    }
    return busy;
  }

  static <T> List<T> orEmpty(@org.jspecify.annotations.Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
