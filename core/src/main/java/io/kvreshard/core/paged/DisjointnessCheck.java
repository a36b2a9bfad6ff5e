package io.kvreshard.core.paged;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Keeps operations out of each other's memory: what one writes, no other open operation of the same
 * process may read or write. Two that only read may share.
 */
public final class DisjointnessCheck {
  private DisjointnessCheck() {}

  /**
   * Checks a binding against those that are open already. Those of other processes (instance ids)
   * have nothing to do with it; regions of the same id are the same memory.
   *
   * @throws RejectedException (geometry) that names both operations, a tensor of each and a byte
   */
  public static void check(OpenBinding candidate, Collection<OpenBinding> open) {
    for (OpenBinding other : open) {
      boolean sameMemory = other.binding().instanceId().equals(candidate.binding().instanceId());
      boolean written = candidate.side() == Side.TARGET || other.side() == Side.TARGET;
      if (sameMemory && written) {
        checkPair(candidate.binding(), other.binding());
      }
    }
  }

  /** No two used bytes of one binding are the same. */
  static void checkWithin(List<Footprint> footprints) {
    OverlapSearch.within(boxes(footprints, 0))
        .ifPresent(
            overlap -> {
              throw Rule.geometry(
                  "/tensors",
                  "%s and %s both use byte %d of region %s"
                      .formatted(
                          overlap.first().footprint().tensor(),
                          overlap.second().footprint().tensor(),
                          overlap.offset(),
                          Quoted.of(overlap.first().footprint().tensor().region())));
            });
  }

  private static void checkPair(PagedBinding candidate, PagedBinding other) {
    List<Box> boxes = new ArrayList<>(boxes(candidate.footprints(), 0));
    boxes.addAll(boxes(other.footprints(), 1));
    OverlapSearch.acrossOwners(boxes)
        .ifPresent(
            overlap -> {
              Box mine = overlap.first().owner() == 0 ? overlap.first() : overlap.second();
              Box theirs = overlap.first().owner() == 0 ? overlap.second() : overlap.first();
              throw Rule.geometry(
                  "/tensors",
                  "%s of operation %s and %s of the open operation %s both use byte %d of region %s, and one of them writes"
                      .formatted(
                          mine.footprint().tensor(),
                          candidate.operationId(),
                          theirs.footprint().tensor(),
                          other.operationId(),
                          overlap.offset(),
                          Quoted.of(mine.footprint().tensor().region())));
            });
  }

  private static List<Box> boxes(List<Footprint> footprints, int owner) {
    return footprints.stream().map(footprint -> new Box(footprint, owner)).toList();
  }
}
