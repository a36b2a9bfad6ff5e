package io.kvreshard.operator.testing;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeSpecBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.kvreshard.core.plan.PlannerVersion;
import io.kvreshard.crd.AfterSuccess;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVNodeSpec;
import io.kvreshard.crd.KVNodeStatus;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobSpec;
import io.kvreshard.crd.KVRuntime;
import io.kvreshard.crd.KVRuntimeSpec;
import io.kvreshard.crd.KVRuntimeStatus;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVSnapshotSpec;
import io.kvreshard.crd.NodeQuarantine;
import io.kvreshard.crd.ReplicaSelection;
import io.kvreshard.crd.RuntimeRole;
import io.kvreshard.crd.SnapshotGroup;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.TransferPolicy;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.document.CacheGroup;
import io.kvreshard.crd.document.Documents;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What agents and people put into a control plane, for tests. */
public final class Site {
  /** Versions of the protocol between agents. */
  private static final List<Long> PEERS = List.of(1L, 2L);

  /** The job of most tests has no wish of its own. */
  public static final KVReshardJobSpec PLAIN = JobSpec.of("a", "b").build();

  /** Wants the source's replicas to share the work. */
  public static final KVReshardJobSpec BALANCED =
      JobSpec.of("a", "b")
          .policy(new TransferPolicy(null, ReplicaSelection.Balanced, null, null, null))
          .build();

  public final ControlPlane plane;
  public final String namespace;
  public final String systemNamespace;

  public Site(ControlPlane plane, String namespace, String systemNamespace) {
    this.plane = plane;
    this.namespace = namespace;
    this.systemNamespace = systemNamespace;
  }

  public static KVReshardJobSpec spec(
      String source,
      String target,
      @Nullable Long pendingTimeout,
      @Nullable Long progressTimeout,
      @Nullable Long backoffLimit,
      @Nullable Boolean dryRun) {
    return JobSpec.of(source, target)
        .pendingTimeout(pendingTimeout)
        .progressTimeout(progressTimeout)
        .backoffLimit(backoffLimit)
        .dryRun(dryRun)
        .build();
  }

  /** A job that gives its source up once it has succeeded. */
  public static KVReshardJobSpec releasing(String source, String target) {
    return JobSpec.of(source, target)
        .policy(new TransferPolicy(null, null, null, null, AfterSuccess.Release))
        .build();
  }

  /** An agent that has just started. */
  public void agent(String node, String incarnation) {
    agent(node, incarnation, PlannerVersion.announced(), PEERS);
  }

  /** An agent that knows these planners, and speaks to others so. */
  public void agent(String node, String incarnation, List<String> planners, List<Long> peers) {
    agent(node, incarnation, planners, peers, List.of());
  }

  /** An agent that cannot prove these operations to be quiet. */
  public void quarantine(String node, String incarnation, String... operations) {
    agent(
        node,
        incarnation,
        PlannerVersion.announced(),
        PEERS,
        Arrays.stream(operations)
            .map(it -> new NodeQuarantine(it, "team/move", "2026-01-01T00:00:00Z", "It is silent."))
            .toList());
  }

  private void agent(
      String node,
      String incarnation,
      List<String> planners,
      List<Long> peers,
      List<NodeQuarantine> quarantine) {
    if (plane.get(Node.class, "", node).isEmpty()) {
      create(new NodeBuilder().withNewMetadata().withName(node).endMetadata().build());
    }
    var existing = plane.get(KVNode.class, "", node);
    var object = existing.orElseGet(() -> make(new KVNode(), node, new KVNodeSpec()));
    object.setStatus(
        new KVNodeStatus(
            incarnation,
            node + ":7443",
            List.of("TCP"),
            List.of(1L),
            peers,
            planners,
            0L,
            0L,
            quarantine.isEmpty() ? null : quarantine,
            null));
    status(object);
    var name = "kvreshard-agent-" + node;
    if (plane.get(Lease.class, systemNamespace, name).isEmpty()) {
      create(
          new LeaseBuilder()
              .withNewMetadata()
              .withNamespace(systemNamespace)
              .withName(name)
              .endMetadata()
              .withNewSpec()
              .withHolderIdentity(incarnation)
              .withRenewTime(ZonedDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC))
              .endSpec()
              .build());
    }
  }

  /** The machine is there no more. */
  public void removeMachine(String node) {
    plane.delete(plane.get(Node.class, "", node).orElseThrow());
  }

  /** A person says that the machine does not run. */
  public void taintMachine(String node) throws ConflictException {
    var object = plane.get(Node.class, "", node).orElseThrow();
    object.setSpec(
        new NodeSpecBuilder()
            .addNewTaint()
            .withKey("node.kubernetes.io/out-of-service")
            .withEffect("NoExecute")
            .endTaint()
            .build());
    var _ = plane.replace(object);
  }

  /** A sign of life. */
  public void renew(String node, long second) throws ConflictException {
    var lease = plane.get(Lease.class, systemNamespace, "kvreshard-agent-" + node).orElseThrow();
    lease.getSpec().setRenewTime(lease.getSpec().getRenewTime().plusSeconds(second));
    var _ = plane.replace(lease);
  }

  /** An engine of one coordinator and its workers on a node, and the pages that it offers. */
  public KVSnapshot engine(String name, int tp, String node, SnapshotOrigin origin) {
    return engine(name, node, origin, Models.groups(name, tp, "1", 16));
  }

  public KVSnapshot engine(
      String name, String node, SnapshotOrigin origin, List<CacheGroup> groups) {
    runtime(name + "-coordinator", node, name, RuntimeRole.Coordinator, null, "1");
    for (var part : groups.getFirst().placement().parts()) {
      runtime(part.participantId(), node, name, RuntimeRole.Participant, part.participantId(), "1");
    }
    return snapshot(name, node, origin, Documents.write(groups));
  }

  public KVSnapshot snapshot(
      String name, String node, SnapshotOrigin origin, List<SnapshotGroup> groups) {
    return snapshot(name, new KVSnapshotSpec(origin, node, name, groups, null));
  }

  public KVSnapshot snapshot(String name, KVSnapshotSpec spec) {
    return make(new KVSnapshot(), name, spec);
  }

  public KVRuntime runtime(
      String name,
      String node,
      String group,
      RuntimeRole role,
      @Nullable String participant,
      String incarnation) {
    var runtime =
        make(
            new KVRuntime(),
            name,
            new KVRuntimeSpec(
                node, "pod-" + group, "uid-" + group, group, "7", role, participant, name + "-i"));
    runtime.setStatus(new KVRuntimeStatus(incarnation, 1L, 1000L));
    return status(runtime);
  }

  /** The process has a session with another agent of its node. */
  public void rejoin(String runtime, String incarnation) {
    var object = plane.get(KVRuntime.class, namespace, runtime).orElseThrow();
    object.setStatus(new KVRuntimeStatus(incarnation, 1L, 1000L));
    var _ = status(object);
  }

  /** The worker of a participant is replaced by another process. */
  public void restart(String participant, String node, String group) {
    plane.delete(plane.get(KVRuntime.class, namespace, participant).orElseThrow());
    runtime(participant + "-again", node, group, RuntimeRole.Participant, participant, "1");
  }

  public KVReshardJob job(String name, KVReshardJobSpec spec) {
    return make(new KVReshardJob(), name, spec);
  }

  public KVReshardJob job(String name) {
    return plane.get(KVReshardJob.class, namespace, name).orElseThrow();
  }

  /** Its author says something else, of what may be changed. */
  public void change(String job, UnaryOperator<JobSpec> change) {
    var object = job(job);
    object.setSpec(change.apply(JobSpec.of(object.getSpec())).build());
    replace(object);
  }

  public <T extends HasMetadata> void replace(T object) {
    try {
      var _ = plane.replace(object);
    } catch (ConflictException e) {
      throw new AssertionError(e);
    }
  }

  public KVSnapshot snapshot(String name) {
    return plane.get(KVSnapshot.class, namespace, name).orElseThrow();
  }

  private <S, T, R extends io.fabric8.kubernetes.client.CustomResource<S, T>> R make(
      R object, String name, S spec) {
    object.setMetadata(
        new ObjectMetaBuilder()
            .withName(name)
            .withNamespace(object instanceof KVNode ? null : namespace)
            .build());
    object.setSpec(spec);
    return create(object);
  }

  private <T extends HasMetadata> T create(T object) {
    try {
      return plane.create(object);
    } catch (ConflictException e) {
      throw new AssertionError(e);
    }
  }

  private <T extends HasMetadata> T status(T object) {
    try {
      return plane.writeStatus(object);
    } catch (ConflictException e) {
      throw new AssertionError(e);
    }
  }
}
