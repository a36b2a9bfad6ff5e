package io.kvreshard.crd.document;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.crd.KVSnapshotSpec;
import io.kvreshard.crd.PlacementRef;
import io.kvreshard.crd.SnapshotGroup;
import io.kvreshard.crd.SnapshotIdentity;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Patterns;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A KVSnapshot's groups as the documents of the wire contract (CONTRACT §4.5, §4.6), and back.
 * Reading checks everything that the contract demands; writing, everything that the CRD does.
 */
public final class Documents {
  private static final FieldPath GROUPS = new FieldPath("spec.groups");

  private Documents() {}

  /**
   * The documents of every group, ascending by name.
   *
   * @param texts the text behind a placementRef, from the object's own namespace; empty if it is
   *     not there
   * @throws RejectedFieldException if the object breaks the contract
   * @throws MissingPlacementException if the text of a placementRef is not there
   */
  public static List<CacheGroup> read(
      KVSnapshotSpec spec, Function<PlacementRef, Optional<String>> texts) {
    var names = new HashSet<String>();
    var groups = new ArrayList<CacheGroup>();
    for (int i = 0; i < spec.groups().size(); i++) {
      var group = spec.groups().get(i);
      if (!names.add(group.name())) {
        throw new RejectedFieldException(
            GROUPS.item(i).field("name"),
            RejectionCategory.DUPLICATE_ID,
            Quoted.of(group.name()) + " names two groups");
      }
      groups.add(read(GROUPS.item(i), group, texts));
    }
    if (groups.isEmpty()) {
      throw new RejectedFieldException(
          GROUPS, RejectionCategory.EMPTY, "a snapshot has at least one cache group");
    }
    groups.sort(Comparator.comparing(CacheGroup::name, CodePoints.ORDER));
    return List.copyOf(groups);
  }

  /**
   * The groups with their placements inline.
   *
   * @throws RejectedFieldException if they do not fit into a custom resource, which holds less than
   *     the wire contract allows
   */
  public static List<SnapshotGroup> write(List<CacheGroup> groups) {
    int participants = 0;
    var written = new ArrayList<SnapshotGroup>();
    for (int i = 0; i < groups.size(); i++) {
      var group = groups.get(i);
      var at = GROUPS.item(i);
      participants += group.placement().parts().size();
      written.add(
          new SnapshotGroup(
              new Representable(at.field("name")).name(group.name(), Patterns.ID),
              write(at, group),
              PlacementSpecs.write(at.field("placement"), group.placement()),
              null));
    }
    if (participants > Bounds.INLINE_PARTICIPANTS) {
      throw new RejectedFieldException(
          GROUPS,
          RejectionCategory.LIMIT,
          "%d participants: more than %d are written as placementRef"
              .formatted(participants, Bounds.INLINE_PARTICIPANTS));
    }
    if (groups.size() > Bounds.GROUPS) {
      throw new RejectedFieldException(
          GROUPS,
          RejectionCategory.LIMIT,
          "%d groups: at most %d are allowed".formatted(groups.size(), Bounds.GROUPS));
    }
    return List.copyOf(written);
  }

  /** How a placement that lies in a ConfigMap is referred to. */
  public static PlacementRef reference(String configMap, String key, Placement placement) {
    return new PlacementRef(configMap, key, Sha256.hex(placement.toJson()));
  }

  private static CacheGroup read(
      FieldPath at, SnapshotGroup group, Function<PlacementRef, Optional<String>> texts) {
    var identity = group.snapshot();
    var snapshotAt = at.field("snapshot");
    var snapshot =
        snapshotAt.check(
            () ->
                Snapshot.create(
                    identity.namespace(),
                    identity.resourceId(),
                    identity.modelId(),
                    identity.modelRevision(),
                    number(snapshotAt, "tokenStart", identity.tokenStart()),
                    number(snapshotAt, "tokenCount", identity.tokenCount()),
                    identity.tokenFingerprint(),
                    identity.semanticFingerprint()));
    return new CacheGroup(group.name(), snapshot, placement(at, group, texts));
  }

  private static Placement placement(
      FieldPath at, SnapshotGroup group, Function<PlacementRef, Optional<String>> texts) {
    var inline = group.placement();
    var ref = group.placementRef();
    if (inline != null && ref == null) {
      return PlacementSpecs.read(at.field("placement"), inline, group.snapshot().resourceId());
    }
    if (inline == null && ref != null) {
      return referenced(at, group, ref, texts);
    }
    throw new RejectedFieldException(
        at, RejectionCategory.FIELDS, "exactly one of placement and placementRef must be set");
  }

  private static Placement referenced(
      FieldPath at,
      SnapshotGroup group,
      PlacementRef ref,
      Function<PlacementRef, Optional<String>> texts) {
    var refAt = at.field("placementRef");
    var text = texts.apply(ref).orElseThrow(() -> new MissingPlacementException(refAt, ref));
    var hash = Sha256.hex(text);
    if (!hash.equals(ref.sha256())) {
      throw new RejectedFieldException(
          refAt.field("sha256"),
          RejectionCategory.IDENTITY,
          "ConfigMap '%s' has at key '%s' a text with another SHA-256: %s"
              .formatted(ref.configMap(), ref.key(), hash));
    }
    var placement = parsed(refAt, text);
    var resourceId = group.snapshot().resourceId();
    if (!placement.resourceId().equals(resourceId)) {
      throw new RejectedFieldException(
          refAt,
          RejectionCategory.IDENTITY,
          "the placement is of resource %s, the group's snapshot of %s"
              .formatted(Quoted.of(placement.resourceId()), Quoted.of(resourceId)));
    }
    return placement;
  }

  /** The text has pointers of its own, which are no fields of the custom resource. */
  private static Placement parsed(FieldPath at, String text) {
    try {
      return Placement.fromJson(text);
    } catch (RejectedException e) {
      var rejection = e.rejection();
      throw new RejectedFieldException(
          at, rejection.category(), "in the ConfigMap's text: " + rejection.text());
    }
  }

  private static SnapshotIdentity write(FieldPath group, CacheGroup documents) {
    var snapshot = documents.snapshot();
    var at = group.field("snapshot");
    if (!documents.placement().resourceId().equals(snapshot.resourceId())) {
      throw new RejectedFieldException(
          at.field("resourceId"),
          RejectionCategory.IDENTITY,
          "the snapshot is of resource %s, the placement of %s"
              .formatted(
                  Quoted.of(snapshot.resourceId()), Quoted.of(documents.placement().resourceId())));
    }
    return new SnapshotIdentity(
        text(at, "namespace", snapshot.namespace()),
        text(at, "resourceId", snapshot.resourceId()),
        text(at, "modelId", snapshot.modelId()),
        text(at, "modelRevision", snapshot.modelRevision()),
        number(at, "tokenStart", snapshot.tokenStart()),
        number(at, "tokenCount", snapshot.tokenCount()),
        snapshot.tokenFingerprint(),
        snapshot.semanticFingerprint());
  }

  private static String text(FieldPath at, String field, String value) {
    return new Representable(at.field(field)).text(value);
  }

  private static long number(FieldPath at, String field, long value) {
    return new Representable(at.field(field)).number(value);
  }
}
