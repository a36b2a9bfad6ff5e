package io.kvreshard.agent.publish;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.agent.runtime.RuntimeListener;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVSnapshotSpec;
import io.kvreshard.crd.SnapshotContents;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.document.CacheGroup;
import io.kvreshard.crd.document.Documents;
import io.kvreshard.crd.document.RejectedFieldException;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.proto.runtime.v1.GroupDocuments;
import io.kvreshard.proto.runtime.v1.Origin;
import io.kvreshard.proto.runtime.v1.SnapshotOffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A KVSnapshot for every offer of an engine's coordinator, in the namespace of its pod. It is of
 * one generation of the engine: an engine that has started again offers other pages, and its former
 * KVSnapshot is replaced.
 */
public final class SnapshotPublisher implements RuntimeListener {
  /** Label: the generation of the engine that made the offer, an unsigned number. */
  public static final String EPOCH = "kvreshard.io/group-epoch";

  /** The engine hears in time what an offer waits for. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(SnapshotPublisher.class);

  private final Publisher publisher;

  public SnapshotPublisher(Publisher publisher) {
    this.publisher = publisher;
  }

  @Override
  public Optional<String> offered(RuntimeIdentity who, SnapshotOffer offer)
      throws InterruptedException {
    KVSnapshotSpec spec;
    try {
      spec =
          new KVSnapshotSpec(
              offer.getOrigin() == Origin.ORIGIN_EXPORTED
                  ? SnapshotOrigin.Exported
                  : SnapshotOrigin.Reserved,
              publisher.nodeName(),
              who.group().name(),
              Documents.write(groups(who, offer)),
              contents(offer));
    } catch (RefusedOffer | RejectedFieldException e) {
      return Optional.of(refusal(offer, String.valueOf(e.getMessage())));
    }
    var publication = new SnapshotPublication(publisher, who, offer.getName(), spec);
    var unwritten =
        Insistence.untilAnswered("Publishing snapshot " + offer.getName(), PATIENCE, publication);
    return unwritten.map(why -> refusal(offer, why)).or(publication::refusal);
  }

  @Override
  public void withdrawn(RuntimeIdentity who, String snapshotName) {
    try {
      Insistence.untilDone("Removing KVSnapshot " + snapshotName, () -> remove(who, snapshotName));
    } catch (InterruptedException e) {
      LOG.info("KVSnapshot {} stays: the session ended while it was withdrawn", snapshotName);
    }
  }

  private void remove(RuntimeIdentity who, String snapshotName) {
    Failpoints.before(Step.AGENT_WITHDRAW_SNAPSHOT, Failpoints::unreachable);
    publisher
        .plane()
        .get(KVSnapshot.class, who.group().namespace(), snapshotName)
        .filter(snapshot -> SnapshotPublication.isOf(snapshot, who))
        .ifPresent(publisher.plane()::delete);
    Failpoints.after(Step.AGENT_WITHDRAW_SNAPSHOT, Failpoints::unreachable);
  }

  private static String refusal(SnapshotOffer offer, String why) {
    return "snapshot \"%s\" is refused: %s".formatted(offer.getName(), why);
  }

  private static List<CacheGroup> groups(RuntimeIdentity who, SnapshotOffer offer)
      throws RefusedOffer {
    var groups = new ArrayList<CacheGroup>();
    for (GroupDocuments group : offer.getGroupsList()) {
      try {
        Snapshot snapshot = Snapshot.fromJson(group.getSnapshotJson());
        if (!snapshot.namespace().equals(who.group().namespace())) {
          throw new RefusedOffer(
              "group \"%s\": the document's namespace is \"%s\", the pod's \"%s\""
                  .formatted(group.getName(), snapshot.namespace(), who.group().namespace()));
        }
        groups.add(
            new CacheGroup(
                group.getName(), snapshot, Placement.fromJson(group.getPlacementJson())));
      } catch (RejectedException e) {
        throw new RefusedOffer("group \"%s\": %s".formatted(group.getName(), e.rejection().text()));
      }
    }
    return groups;
  }

  private static @Nullable SnapshotContents contents(SnapshotOffer offer) {
    return offer.hasContents()
        ? new SnapshotContents(offer.getContents().getSha256(), offer.getContents().getBytes())
        : null;
  }

  /** The new object. */
  static KVSnapshot object(
      Publisher publisher, RuntimeIdentity who, String name, KVSnapshotSpec spec) {
    var snapshot = new KVSnapshot();
    snapshot.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(who.group().namespace())
            .withName(name)
            .withLabels(Map.of(EPOCH, Long.toUnsignedString(who.groupEpoch())))
            .withOwnerReferences(
                publisher.owner(who.podName(), who.podUid()).map(List::of).orElse(List.of()))
            .build());
    snapshot.setSpec(spec);
    return snapshot;
  }

  /** An offer that cannot be published; the message names document, field and rule. */
  private static final class RefusedOffer extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedOffer(String message) {
      super(message);
    }
  }
}
