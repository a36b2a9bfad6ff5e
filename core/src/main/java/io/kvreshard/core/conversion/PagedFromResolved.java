package io.kvreshard.core.conversion;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.paged.PageTable;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Region;
import io.kvreshard.core.paged.Tensor;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.ResolvedCheck;
import io.kvreshard.core.resolved.ResolvedRange;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Reads upstream's ranges as page tables. The tokens of the same heads become a tensor, each run of
 * them a page of a table; tensors whose pages lie alike share a table. Heads whose stride varies
 * are a tensor each; tokens whose stride varies are a page each.
 */
public final class PagedFromResolved {
  private final Descriptor descriptor;
  private final PageTables tables = new PageTables();
  private final List<Tensor> tensors = new ArrayList<>();
  private long tokensLeft = PageTable.MAX_PAGES;

  private PagedFromResolved(Descriptor descriptor) {
    this.descriptor = descriptor;
  }

  /**
   * The same bytes as a paged binding of the same operation. Endpoint and addresses are not part of
   * it.
   *
   * @throws io.kvreshard.core.RejectedException the binding is not right (CONTRACT §7), or the
   *     tokens of some heads change their region on the way, or more pages are needed than one page
   *     table may have
   */
  public static PagedBinding convert(
      ResolvedBinding binding, Placement placement, Snapshot snapshot, TransferLimits limits) {
    ResolvedCheck.check(placement, snapshot, binding, binding.operationId(), limits);
    var conversion = new PagedFromResolved(placement.descriptor());
    for (Strip strip : Strip.of(binding.ranges())) {
      strip.withEvenHeads().forEach(conversion::add);
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
    long rowBytes = (strip.heads() - 1) * headStride + headBytes;
    String region = strip.region();
    OptionalLong common = strip.tokenStride(rowBytes);
    long tokenStride = common.orElse(rowBytes);
    PageTables.Placed placed =
        tables.place(common.isPresent() ? strip.runs(tokenStride) : tokens(strip));
    tensors.add(
        new Tensor(
            first.layer(),
            first.component(),
            placed.table(),
            region,
            placed.base(),
            placed.pageStride(),
            tokenStride,
            headStride,
            strip.headStart(),
            strip.heads()));
  }

  /** Tokens are listed one by one, as many as one table may have in all. */
  private List<Run> tokens(Strip strip) {
    for (ResolvedRange range : strip.ranges()) {
      if (!U64.le(range.tokenCount(), tokensLeft)) {
        throw Check.reject(
            RejectionCategory.LIMIT,
            "/ranges",
            "%s: more than %d tokens in ranges of different token strides"
                .formatted(range, PageTable.MAX_PAGES));
      }
      tokensLeft -= range.tokenCount();
    }
    return strip.tokens();
  }
}
