package io.kvreshard.core.contiguous;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.SnapshotRef;
import io.kvreshard.core.resolved.RegisteredRegion;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.ResolvedCheck;
import io.kvreshard.core.resolved.ResolvedRange;
import io.kvreshard.core.resolved.TransferLimits;
import java.math.BigInteger;
import java.util.List;

/** Contiguous buffers as a resolved binding: {@code resolve_contiguous} of CONTRACT §7. */
public final class ContiguousResolution {
  private final Snapshot snapshot;
  private final Part part;
  private final long firstTokenOffset;

  private ContiguousResolution(Snapshot snapshot, Part part, long firstTokenOffset) {
    this.snapshot = snapshot;
    this.part = part;
    this.firstTokenOffset = firstTokenOffset;
  }

  /**
   * The resolved binding of a snapshot's tokens in the buffers: one region and one range a buffer.
   *
   * @param firstTokenOffset token of the buffers that holds the snapshot's first one, a u64
   */
  public static ResolvedBinding resolve(
      Placement placement,
      Snapshot snapshot,
      RuntimeBinding binding,
      String operationId,
      long firstTokenOffset,
      TransferLimits limits) {
    Part part = RuntimeBindingCheck.check(placement, binding, snapshot);
    var resolution = new ContiguousResolution(snapshot, part, firstTokenOffset);
    binding.buffers().forEach(resolution::checkCapacity);
    var resolved =
        new ResolvedBinding(
            operationId,
            binding.header(),
            SnapshotRef.of(snapshot),
            binding.buffers().stream().map(ContiguousResolution::region).toList(),
            resolution.ranges(binding.buffers()));
    ResolvedCheck.check(placement, snapshot, resolved, operationId, limits);
    return resolved;
  }

  private void checkCapacity(Buffer buffer) {
    BigInteger tokens = buffer.fragment().localShape().getFirst();
    BigInteger needed = U64.big(firstTokenOffset).add(U64.big(snapshot.tokenCount()));
    if (needed.compareTo(tokens) > 0) {
      throw Check.reject(
          RejectionCategory.GEOMETRY,
          "/buffers",
          "layer %s %s: %s tokens at offset %s do not fit into a buffer of %s"
              .formatted(
                  U64.text(buffer.layer()),
                  buffer.component().wire(),
                  U64.text(snapshot.tokenCount()),
                  U64.text(firstTokenOffset),
                  tokens));
    }
  }

  private static RegisteredRegion region(Buffer buffer) {
    Fragment fragment = buffer.fragment();
    return new RegisteredRegion(
        fragment.fragmentId(), fragment.endpoint(), fragment.address(), fragment.nbytes());
  }

  private List<ResolvedRange> ranges(List<Buffer> buffers) {
    return buffers.stream().map(this::range).toList();
  }

  /** Strides of a checked buffer are at most its size, and so a u64. */
  private ResolvedRange range(Buffer buffer) {
    Fragment fragment = buffer.fragment();
    long tokenStride = fragment.stridesBytes().get(0).longValue();
    return new ResolvedRange(
        buffer.layer(),
        buffer.component(),
        snapshot.tokenStart(),
        snapshot.tokenCount(),
        part.headStart(),
        part.headCount(),
        fragment.fragmentId(),
        firstTokenOffset * tokenStride,
        tokenStride,
        fragment.stridesBytes().get(1).longValue());
  }
}
