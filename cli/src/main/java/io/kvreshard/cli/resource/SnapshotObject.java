package io.kvreshard.cli.resource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvreshard.cli.input.Pointers;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.crd.GroupDigests;
import io.kvreshard.crd.KVSnapshotSpec;
import io.kvreshard.crd.PlacementRef;
import io.kvreshard.crd.document.CacheGroup;
import io.kvreshard.crd.document.Documents;
import io.kvreshard.crd.document.RejectedFieldException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The contract's documents in a KVSnapshot that keeps its CRD's schema. */
public final class SnapshotObject {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private SnapshotObject() {}

  /**
   * The documents of all groups; ids and digests in the status must be theirs.
   *
   * @param texts the text behind a placementRef, if it is known
   * @throws RejectedException if the object breaks the contract; pointers from the object's root
   * @throws io.kvreshard.crd.document.MissingPlacementException if a text is not known
   */
  public static List<CacheGroup> read(
      JsonNode object, Function<PlacementRef, Optional<String>> texts) {
    try {
      var groups =
          Documents.read(MAPPER.treeToValue(object.get("spec"), KVSnapshotSpec.class), texts);
      var recorded = object.at("/status/groups");
      for (int i = 0; i < recorded.size(); i++) {
        compare(
            groups,
            MAPPER.treeToValue(recorded.get(i), GroupDigests.class),
            Pointers.item("/status/groups", i));
      }
      return groups;
    } catch (RejectedFieldException e) {
      throw new RejectedException(
          e.rejection().category(), Pointers.ofPath(e.field()), e.rejection().message());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the schema accepted what its class refuses", e);
    }
  }

  private static void compare(List<CacheGroup> groups, GroupDigests recorded, String at) {
    var group =
        groups.stream()
            .filter(it -> it.name().equals(recorded.name()))
            .findFirst()
            .orElseThrow(
                () ->
                    new RejectedException(
                        RejectionCategory.UNKNOWN_REF,
                        at + "/name",
                        "spec.groups has no group \"%s\"".formatted(recorded.name())));
    same(at + "/snapshotId", recorded.snapshotId(), group.snapshot().id());
    same(at + "/snapshotDigest", recorded.snapshotDigest(), group.snapshot().digest());
    same(at + "/placementId", recorded.placementId(), group.placement().id());
    same(at + "/placementDigest", recorded.placementDigest(), group.placement().digest());
  }

  private static void same(String pointer, String recorded, String computed) {
    if (!recorded.equals(computed)) {
      throw new RejectedException(
          RejectionCategory.IDENTITY,
          pointer,
          "the status says %s, the spec gives %s: one of them was changed by hand"
              .formatted(recorded, computed));
    }
  }
}
