package io.kvreshard.core.contiguous;

import io.kvreshard.core.Limits;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.BindingHeader;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.SnapshotRef;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.StrictJson;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The contiguous buffers of one participant (CONTRACT §4.8). It is well formed; whether it fits a
 * placement, {@link RuntimeBindingCheck} tells. It has no digest.
 *
 * @param header of which participant, and in which process
 * @param snapshot what the buffers hold, if the runtime says so
 * @param buffers ascending by layer and component, each once; possibly none
 */
public record RuntimeBinding(
    BindingHeader header, @Nullable SnapshotRef snapshot, List<Buffer> buffers) {
  private static final Comparator<Buffer> ORDER =
      Comparator.comparing(Buffer::layer, U64::compare).thenComparing(Buffer::component);

  /** Buffers may come in any order. */
  public RuntimeBinding {
    Limits.checkItems("/buffers", "buffers", buffers.size());
    buffers = buffers.stream().sorted(ORDER).toList();
    checkDistinct(buffers);
  }

  /** Reads a binding by all rules of the contract. */
  public static RuntimeBinding fromJson(String text) {
    return StrictJson.read(text, RuntimeBindingReader::read);
  }

  public String participantId() {
    return header.participantId();
  }

  /** The canonical text; strides that mean nothing are those of a contiguous tensor. */
  public String toJson() {
    return CanonicalJson.text(
        json -> {
          json.beginObject().name("buffers").beginArray();
          buffers.forEach(buffer -> BufferJson.write(buffer, json));
          json.endArray();
          json.name("instance_id").string(header.instanceId());
          json.name("participant_id").string(header.participantId());
          json.name("placement_digest").string(header.placementDigest());
          json.name("placement_id").string(header.placementId());
          json.name("resource_id").string(header.resourceId());
          json.name("resource_kind").string("kv_cache");
          json.name("revision").string(header.revision());
          json.name("snapshot_digest").stringOrNull(snapshot == null ? null : snapshot.digest());
          json.name("snapshot_id").stringOrNull(snapshot == null ? null : snapshot.id());
          json.endObject();
        });
  }

  private static void checkDistinct(List<Buffer> sorted) {
    Set<String> placementFragments = HashSet.newHashSet(sorted.size());
    Set<String> fragments = HashSet.newHashSet(sorted.size());
    for (int i = 0; i < sorted.size(); i++) {
      Buffer buffer = sorted.get(i);
      if (i > 0 && ORDER.compare(buffer, sorted.get(i - 1)) == 0) {
        throw twice("layer %s %s".formatted(U64.text(buffer.layer()), buffer.component().wire()));
      }
      if (!placementFragments.add(buffer.fragment().placementFragmentId())) {
        throw twice("placement_fragment_id " + Quoted.of(buffer.fragment().placementFragmentId()));
      }
      if (!fragments.add(buffer.fragment().fragmentId())) {
        throw twice("fragment_id " + Quoted.of(buffer.fragment().fragmentId()));
      }
    }
  }

  private static RejectedException twice(String what) {
    return Check.reject(RejectionCategory.DUPLICATE_ID, "/buffers", what + " is listed twice");
  }
}
