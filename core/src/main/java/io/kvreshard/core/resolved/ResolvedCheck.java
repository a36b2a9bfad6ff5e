package io.kvreshard.core.resolved;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether a resolved binding fits a placement, a snapshot and an operation (CONTRACT §7). The
 * checks come in the contract's order.
 */
public final class ResolvedCheck {
  private final Placement placement;
  private final Snapshot snapshot;
  private final ResolvedBinding binding;
  private final TransferLimits limits;
  private final Map<String, RegisteredRegion> regions = new HashMap<>();

  private ResolvedCheck(
      Placement placement, Snapshot snapshot, ResolvedBinding binding, TransferLimits limits) {
    this.placement = placement;
    this.snapshot = snapshot;
    this.binding = binding;
    this.limits = limits;
    binding.regions().forEach(region -> regions.put(region.id(), region));
  }

  /**
   * Checks a binding.
   *
   * @return its ranges, in order, and the memory that they use
   * @throws RejectedException that names the field or the range and the rule
   */
  public static List<Piece> check(
      Placement placement,
      Snapshot snapshot,
      ResolvedBinding binding,
      String operationId,
      TransferLimits limits) {
    var check = new ResolvedCheck(placement, snapshot, binding, limits);
    check.identity(operationId);
    Part part = binding.header().requirePart(placement);
    List<Piece> pieces = check.pieces(part);
    SpanOverlap.check("/ranges", pieces);
    check.coverage(part);
    return pieces;
  }

  /** The contiguous pieces that upstream would list for these ranges. */
  public static long spans(List<Piece> pieces) {
    return pieces.stream().mapToLong(piece -> piece.grid().count()).sum();
  }

  private void identity(String operationId) {
    placement.requireUpstream();
    binding.snapshot().requireIs(snapshot);
    Check.same("", "the snapshot's resource_id", snapshot.resourceId(), placement.resourceId());
    Check.notEmpty("/operation_id", operationId);
    Check.same("/operation_id", "operation_id", binding.operationId(), operationId);
    binding.header().requireIs(placement);
    if (!U64.le(binding.ranges().size(), limits.maxRanges())) {
      throw Check.reject(
          RejectionCategory.LIMIT,
          "/ranges",
          "%d ranges: at most %s are allowed"
              .formatted(binding.ranges().size(), U64.text(limits.maxRanges())));
    }
  }

  private List<Piece> pieces(Part part) {
    List<Piece> pieces = new ArrayList<>(binding.ranges().size());
    long left = limits.maxOperations();
    for (ResolvedRange range : binding.ranges()) {
      ownership(part, range);
      RegisteredRegion region = regions.get(range.regionId());
      if (region == null) {
        throw reject(RejectionCategory.UNKNOWN_REF, range, "the binding has no such region");
      }
      SpanGrid grid = RangeGeometry.check(range, region, placement.descriptor());
      if (!U64.le(grid.count(), left)) {
        throw reject(
            RejectionCategory.LIMIT,
            range,
            "it lies in %s pieces, %s of %s are left: use strides without gaps, or fewer tokens"
                .formatted(
                    U64.text(grid.count()), U64.text(left), U64.text(limits.maxOperations())));
      }
      left -= grid.count();
      pieces.add(new Piece(binding, range, grid));
    }
    return pieces;
  }

  private void ownership(Part part, ResolvedRange range) {
    if (!part.layers().contains(range.layer())) {
      throw reject(
          RejectionCategory.UNKNOWN_REF,
          range,
          "participant %s owns the layers %s only"
              .formatted(Quoted.of(part.participantId()), part.layers()));
    }
    if (U64.lt(range.tokenStart(), snapshot.tokenStart())
        || U64.lt(snapshot.tokenEnd(), range.tokenEnd())) {
      throw reject(
          RejectionCategory.UNKNOWN_REF,
          range,
          "the snapshot has the tokens [%s, %s)"
              .formatted(U64.text(snapshot.tokenStart()), U64.text(snapshot.tokenEnd())));
    }
    if (U64.lt(range.headStart(), part.headStart()) || U64.lt(part.headEnd(), range.headEnd())) {
      throw reject(
          RejectionCategory.UNKNOWN_REF,
          range,
          "participant %s owns the heads [%s, %s)"
              .formatted(
                  Quoted.of(part.participantId()),
                  U64.text(part.headStart()),
                  U64.text(part.headEnd())));
    }
  }

  /** All layers are owned, so that as many groups as the part needs are all of them. */
  private void coverage(Part part) {
    List<List<ResolvedRange>> groups = RangeIndex.groups(binding.ranges());
    int needed = part.layers().size() * Component.values().length;
    if (groups.size() != needed) {
      throw Check.reject(
          RejectionCategory.COVERAGE,
          "/ranges",
          "ranges of %d of the %d keys and values of the part's layers %s are here"
              .formatted(groups.size(), needed, part.layers()));
    }
    long work = 0;
    for (List<ResolvedRange> group : groups) {
      work += RangeCoverage.check(part, snapshot.tokenStart(), snapshot.tokenEnd(), group);
      if (!U64.le(work, limits.maxValidationWork())) {
        throw Check.reject(
            RejectionCategory.LIMIT,
            "/ranges",
            "checking what the ranges cover is more than max_validation_work = %s steps"
                .formatted(U64.text(limits.maxValidationWork())));
      }
    }
  }

  private static RejectedException reject(
      RejectionCategory category, ResolvedRange range, String why) {
    return Check.reject(category, "/ranges", range + ": " + why);
  }
}
