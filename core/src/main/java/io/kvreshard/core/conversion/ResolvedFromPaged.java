package io.kvreshard.core.conversion;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.SnapshotRef;
import io.kvreshard.core.paged.PageTable;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Tensor;
import io.kvreshard.core.paged.Window;
import io.kvreshard.core.resolved.RegisteredRegion;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.ResolvedCheck;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Expands a paged binding to upstream's form. A real page table has millions of ranges, which
 * upstream refuses: this is for small cases, and for comparing the two.
 */
public final class ResolvedFromPaged {
  private final RangeList ranges;
  private final Map<String, PageTable> tables = new HashMap<>();
  private final Map<String, List<Window>> windows;

  private ResolvedFromPaged(PagedBinding binding, RangeList ranges) {
    this.ranges = ranges;
    binding.pageTables().forEach(table -> tables.put(table.id(), table));
    this.windows = binding.windows().stream().collect(Collectors.groupingBy(Window::pageTable));
  }

  /**
   * The same bytes as ranges, at addresses.
   *
   * @param placement that the binding is of
   * @param snapshot that the binding is of
   * @param registered the binding's regions as they are registered, in any order, and no others
   * @throws io.kvreshard.core.RejectedException upstream could not say it: items that are not
   *     aligned, or more ranges than the limits allow
   */
  public static ResolvedBinding convert(
      PagedBinding binding,
      Placement placement,
      Snapshot snapshot,
      List<RegisteredRegion> registered,
      TransferLimits limits) {
    placement.requireUpstream();
    binding.header().requireIs(placement);
    checkRegions(binding, registered);
    var expansion =
        new ResolvedFromPaged(binding, new RangeList(placement.descriptor(), limits.maxRanges()));
    binding.tensors().forEach(expansion::expand);
    var resolved =
        new ResolvedBinding(
            binding.operationId(),
            binding.header(),
            SnapshotRef.of(snapshot),
            registered,
            expansion.ranges.all());
    ResolvedCheck.check(placement, snapshot, resolved, binding.operationId(), limits);
    return resolved;
  }

  private static void checkRegions(PagedBinding binding, List<RegisteredRegion> registered) {
    if (registered.size() != binding.regions().size()) {
      throw Check.reject(
          RejectionCategory.IDENTITY,
          "/regions",
          "%d regions are registered, the binding has %d"
              .formatted(registered.size(), binding.regions().size()));
    }
    Map<String, Long> sizes = new HashMap<>();
    registered.forEach(region -> sizes.put(region.id(), region.nbytes()));
    binding
        .regions()
        .forEach(
            region -> {
              Long registeredBytes = sizes.get(region.id());
              if (registeredBytes == null || registeredBytes != region.bytes()) {
                throw Check.reject(
                    RejectionCategory.IDENTITY,
                    "/regions",
                    "region %s of %d bytes is not registered as such"
                        .formatted(Quoted.of(region.id()), region.bytes()));
              }
            });
  }

  private void expand(Tensor tensor) {
    PageTable table = Objects.requireNonNull(tables.get(tensor.pageTable()));
    Run run = Run.NONE;
    for (Window window : windows.getOrDefault(table.id(), List.of())) {
      int page = window.firstPage();
      int slot = window.firstSlot();
      for (long done = 0; done < window.tokenCount(); ) {
        long tokens = Math.min(window.tokenCount() - done, table.pageTokens() - slot);
        long offset =
            tensor.base() + table.page(page) * tensor.pageStride() + slot * tensor.tokenStride();
        var next = new Run(window.tokenStart() + done, tokens, offset);
        if (run.goesOn(next, tensor.tokenStride())) {
          run = run.and(next);
        } else {
          ranges.add(tensor, run);
          run = next;
        }
        done += tokens;
        page++;
        slot = 0;
      }
    }
    ranges.add(tensor, run);
  }
}
