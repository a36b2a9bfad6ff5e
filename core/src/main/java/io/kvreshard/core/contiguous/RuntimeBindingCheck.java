package io.kvreshard.core.contiguous;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether runtime bindings fit a placement and a snapshot (CONTRACT §4.8), in its order. */
public final class RuntimeBindingCheck {
  private RuntimeBindingCheck() {}

  /**
   * Checks one binding.
   *
   * @param snapshot what it must hold; null if that does not matter
   * @return the part that it is of
   */
  public static Part check(
      Placement placement, RuntimeBinding binding, @Nullable Snapshot snapshot) {
    Part part = identity(placement, binding, snapshot);
    membership(part, binding);
    for (Buffer buffer : binding.buffers()) {
      BufferGeometry.check(part, buffer);
    }
    AddressSpaces.check(List.of(binding));
    return part;
  }

  /** Checks the bindings of all participants with layers, each there once. */
  public static void checkAll(
      Placement placement, List<RuntimeBinding> bindings, @Nullable Snapshot snapshot) {
    Set<String> bound = HashSet.newHashSet(bindings.size());
    for (RuntimeBinding binding : bindings) {
      if (!bound.add(binding.participantId())) {
        throw Check.reject(
            RejectionCategory.DUPLICATE_ID,
            "/participant_id",
            "participant %s has two bindings".formatted(Quoted.of(binding.participantId())));
      }
    }
    for (RuntimeBinding binding : bindings) {
      if (check(placement, binding, snapshot).layers().isEmpty()) {
        throw Check.reject(
            RejectionCategory.UNKNOWN_REF,
            "/participant_id",
            "participant %s has no layers, and so no binding"
                .formatted(Quoted.of(binding.participantId())));
      }
    }
    for (Part part : placement.parts()) {
      if (!part.layers().isEmpty() && !bound.contains(part.participantId())) {
        throw Check.reject(
            RejectionCategory.UNKNOWN_REF,
            "",
            "participant %s has no binding".formatted(Quoted.of(part.participantId())));
      }
    }
    AddressSpaces.check(bindings);
  }

  private static Part identity(
      Placement placement, RuntimeBinding binding, @Nullable Snapshot snapshot) {
    placement.requireUpstream();
    binding.header().requireIs(placement);
    if (snapshot != null) {
      if (binding.snapshot() == null) {
        throw Check.reject(
            RejectionCategory.IDENTITY,
            "/snapshot_id",
            "the binding names no snapshot, but must hold " + snapshot.id());
      }
      binding.snapshot().requireIs(snapshot);
    }
    return binding.header().requirePart(placement);
  }

  /** Buffers are distinct and ascend: they are the part's if they agree one by one. */
  private static void membership(Part part, RuntimeBinding binding) {
    List<Buffer> buffers = binding.buffers();
    int next = 0;
    for (int i = 0; i < part.layers().size(); i++) {
      long layer = part.layers().get(i);
      for (Component component : Component.values()) {
        if (next == buffers.size()
            || buffers.get(next).layer() != layer
            || buffers.get(next).component() != component) {
          throw membership(
              "layer %s %s of participant %s has no buffer, or there is one before it that it does not own"
                  .formatted(U64.text(layer), component.wire(), Quoted.of(part.participantId())));
        }
        next++;
      }
    }
    if (next < buffers.size()) {
      throw membership(
          "participant %s does not own layer %s"
              .formatted(Quoted.of(part.participantId()), U64.text(buffers.get(next).layer())));
    }
  }

  private static RejectedException membership(String why) {
    return Check.reject(RejectionCategory.COVERAGE, "/buffers", why);
  }
}
