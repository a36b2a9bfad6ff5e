package io.kvreshard.agent.publish;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.agent.runtime.RuntimeListener;
import io.kvreshard.crd.KVRuntime;
import io.kvreshard.crd.KVRuntimeSpec;
import io.kvreshard.crd.KVRuntimeStatus;
import io.kvreshard.crd.RuntimeRole;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.Scope;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A KVRuntime for every engine process that has a session, for as long as it has one. */
public final class RuntimePublisher implements RuntimeListener {
  private static final Logger LOG = LoggerFactory.getLogger(RuntimePublisher.class);

  private final Publisher publisher;

  public RuntimePublisher(Publisher publisher) {
    this.publisher = publisher;
  }

  /** Removes what a predecessor has left: its sessions ended with it. */
  public void removeStale() throws InterruptedException {
    Insistence.untilDone(
        "Removing KVRuntimes of a former agent",
        () ->
            publisher
                .plane()
                .list(KVRuntime.class, Scope.everywhere().node(publisher.nodeName()))
                .forEach(publisher.plane()::delete));
  }

  @Override
  public void joined(RuntimeIdentity who) {
    try {
      Insistence.untilDone("Publishing " + who, () -> publish(who));
    } catch (InterruptedException e) {
      LOG.debug("{} has left before it was published", who);
    }
  }

  private void publish(RuntimeIdentity who) throws ConflictException {
    Failpoints.before(Step.AGENT_PUBLISH_RUNTIME, Failpoints::unreachable);
    Optional<KVRuntime> there = find(who);
    if (there.isPresent() && !isOf(there.get(), who)) {
      publisher.plane().delete(there.get());
      throw new ConflictException("The KVRuntime of a former epoch of " + who + " has to go");
    }
    KVRuntime runtime = there.isPresent() ? there.get() : publisher.plane().create(object(who));
    writeStatus(runtime, who, null);
    Failpoints.after(Step.AGENT_PUBLISH_RUNTIME, Failpoints::unreachable);
  }

  @Override
  public void capacity(RuntimeIdentity who, long freeTokens) {
    try {
      Optional<KVRuntime> there = find(who);
      if (there.isPresent()) {
        writeStatus(there.get(), who, freeTokens);
      }
    } catch (ConflictException | RuntimeException e) {
      // The engine tells again when it changes.
      LOG.debug("Capacity of {} is not published: {}", who, e.getMessage());
    }
  }

  @Override
  public void left(RuntimeIdentity who, String reason) {
    LOG.info("{} is gone: {}", who, reason);
    try {
      Insistence.untilDone("Removing the KVRuntime of " + who, () -> remove(who));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void remove(RuntimeIdentity who) {
    Failpoints.before(Step.AGENT_REMOVE_RUNTIME, Failpoints::unreachable);
    find(who).filter(there -> isOf(there, who)).ifPresent(publisher.plane()::delete);
    Failpoints.after(Step.AGENT_REMOVE_RUNTIME, Failpoints::unreachable);
  }

  /**
   * A process that outlives its epoch comes back at once, under the same name: its end in the old
   * epoch may be told after its beginning in the new one.
   */
  private static boolean isOf(KVRuntime runtime, RuntimeIdentity who) {
    return runtime.getSpec().groupEpoch().equals(Long.toUnsignedString(who.groupEpoch()));
  }

  private Optional<KVRuntime> find(RuntimeIdentity who) {
    return publisher
        .plane()
        .get(KVRuntime.class, who.group().namespace(), ObjectNames.runtime(who));
  }

  private void writeStatus(KVRuntime runtime, RuntimeIdentity who, @Nullable Long freeTokens)
      throws ConflictException {
    var status =
        new KVRuntimeStatus(publisher.incarnation(), (long) who.protocolVersion(), freeTokens);
    if (!status.equals(runtime.getStatus())) {
      runtime.setStatus(status);
      publisher.plane().writeStatus(runtime);
    }
  }

  private KVRuntime object(RuntimeIdentity who) {
    var runtime = new KVRuntime();
    runtime.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(who.group().namespace())
            .withName(ObjectNames.runtime(who))
            .withOwnerReferences(
                publisher.owner(who.podName(), who.podUid()).map(List::of).orElse(List.of()))
            .build());
    runtime.setSpec(
        new KVRuntimeSpec(
            publisher.nodeName(),
            who.podName(),
            who.podUid(),
            who.group().name(),
            Long.toUnsignedString(who.groupEpoch()),
            RuntimeRole.valueOf(who.role().name()),
            who.participantId().orElse(null),
            who.instanceId()));
    return runtime;
  }
}
