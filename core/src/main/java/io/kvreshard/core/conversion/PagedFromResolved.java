package io.kvreshard.core.conversion;

import io.kvreshard.core.Limits;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Region;
import io.kvreshard.core.paged.Tensor;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.ResolvedCheck;
import io.kvreshard.core.resolved.ResolvedRange;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads upstream's ranges as page tables: what the rest of the product moves. The tokens of the
 * same heads become a tensor, each run of them a page of a table; tensors whose pages lie alike
 * share a table.
 */
public final class PagedFromResolved {
  private final Descriptor descriptor;
  private final PageTables tables = new PageTables();
  private final List<Tensor> tensors = new ArrayList<>();

  private PagedFromResolved(Descriptor descriptor) {
    this.descriptor = descriptor;
  }

  /**
   * The same bytes as a paged binding of the same operation. Endpoint and addresses are not part of
   * it.
   *
   * @throws io.kvreshard.core.RejectedException the binding is not right (CONTRACT §7), or the
   *     tokens of some heads change their region or strides on the way
   */
  public static PagedBinding convert(
      ResolvedBinding binding, Placement placement, Snapshot snapshot, TransferLimits limits) {
    ResolvedCheck.check(placement, snapshot, binding, binding.operationId(), limits);
    var conversion = new PagedFromResolved(placement.descriptor());
    for (Strip strip : Strip.of(binding.ranges())) {
      conversion.add(strip);
    }
    return PagedBinding.create(
        binding.operationId(),
        placement,
        snapshot,
        binding.instanceId(),
        binding.participantId(),
        conversion.tables.tables(),
        binding.regions().stream().map(region -> new Region(region.id(), region.nbytes())).toList(),
        conversion.tensors,
        conversion.tables.windows());
  }

  private void add(Strip strip) {
    Limits.checkItems("/tensors", "tensors", tensors.size() + 1L);
    ResolvedRange first = strip.ranges().getFirst();
    long headBytes = descriptor.rowBytes(first.component());
    long headStride = strip.headStride(headBytes);
    long tokenStride = strip.tokenStride(headStride, headBytes);
    List<Run> runs = strip.runs(tokenStride);
    PageTables.Placed placed = tables.place(runs);
    tensors.add(
        new Tensor(
            first.layer(),
            first.component(),
            placed.table(),
            first.regionId(),
            placed.base(),
            placed.pageStride(),
            tokenStride,
            headStride,
            strip.headStart(),
            strip.heads()));
  }
}
