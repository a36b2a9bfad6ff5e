package io.kvreshard.agent.runtime;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.proto.runtime.v1.GroupDocuments;
import io.kvreshard.proto.runtime.v1.Origin;
import io.kvreshard.proto.runtime.v1.SnapshotOffer;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The form of an offer; the documents in it are the listener's business. */
final class OfferCheck {
  private static final int MAX_GROUPS = 16;

  private OfferCheck() {}

  /** Why the offer is refused, naming the field and the rule. */
  static Optional<String> check(SnapshotOffer offer) {
    if (!Names.subdomain(offer.getName())) {
      return Optional.of("SnapshotOffer.name: must be a DNS subdomain");
    }
    if (offer.getOrigin() != Origin.ORIGIN_EXPORTED
        && offer.getOrigin() != Origin.ORIGIN_RESERVED) {
      return Optional.of("SnapshotOffer.origin: must be ORIGIN_EXPORTED or ORIGIN_RESERVED");
    }
    if (offer.getGroupsCount() < 1 || offer.getGroupsCount() > MAX_GROUPS) {
      return Optional.of("SnapshotOffer.groups: must have 1 to " + MAX_GROUPS + " entries");
    }
    Set<String> names = new HashSet<>();
    for (GroupDocuments group : offer.getGroupsList()) {
      if (!Names.label(group.getName())) {
        return Optional.of("SnapshotOffer.groups.name: must be a DNS label");
      }
      if (!names.add(group.getName())) {
        return Optional.of("SnapshotOffer.groups.name: " + group.getName() + " occurs twice");
      }
    }
    return contents(offer);
  }

  private static Optional<String> contents(SnapshotOffer offer) {
    if (!offer.hasContents()) {
      return Optional.empty();
    }
    if (offer.getOrigin() != Origin.ORIGIN_EXPORTED) {
      return Optional.of(
          "SnapshotOffer.contents: only with ORIGIN_EXPORTED; those of a reservation come by WriteContents");
    }
    try {
      var _ = new Contents(offer.getContents().getSha256(), offer.getContents().getBytes());
      return Optional.empty();
    } catch (RejectedException e) {
      String field = e.rejection().pointer().replace('/', '.');
      return Optional.of("SnapshotOffer.contents" + field + ": " + e.rejection().message());
    }
  }
}
