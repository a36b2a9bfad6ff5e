package io.kvreshard.core.resolved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.BindingHeader;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.SnapshotRef;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * A small model: one layer, four heads on two ranks, ten tokens from the fifth on. A key takes 8
 * bytes, a value 4, an element 2.
 */
public final class Fixture {
  public static final long LAYER = 3;
  public static final long KEY_BYTES = 8;
  public static final long VALUE_BYTES = 4;
  public static final String OPERATION = "op-1";

  public static final Descriptor MODEL = new Descriptor(LayerSet.of(LAYER), "any", 2, 4, 4, 4, 2);
  public static final Placement PLACEMENT = Models.tensorParallel("a", MODEL, 2);
  public static final Snapshot SNAPSHOT = snapshot(5, 10);

  /** The rank of heads 2 and 3. */
  public static final String RANK = "a-p0-t1";

  private Fixture() {}

  /** Keys in region "k", values in region "v", each [token][head]. */
  public static ResolvedBinding binding() {
    return binding(
        List.of(region("k", 1000, 160), region("v", 2000, 80)), List.of(keyRange(), valueRange()));
  }

  public static ResolvedBinding binding(
      List<RegisteredRegion> regions, List<ResolvedRange> ranges) {
    return binding(SNAPSHOT, regions, ranges);
  }

  public static ResolvedBinding binding(
      Snapshot snapshot, List<RegisteredRegion> regions, List<ResolvedRange> ranges) {
    return binding(PLACEMENT, snapshot, RANK, regions, ranges);
  }

  public static ResolvedBinding binding(
      Placement placement,
      Snapshot snapshot,
      String participant,
      List<RegisteredRegion> regions,
      List<ResolvedRange> ranges) {
    return new ResolvedBinding(
        OPERATION,
        BindingHeader.of(placement, "instance", participant),
        SnapshotRef.of(snapshot),
        regions,
        ranges);
  }

  /** Tokens of the model from this one on. */
  public static Snapshot snapshot(long start, long tokens) {
    return Snapshot.create(
        "default", Models.RESOURCE, "m", "1", start, tokens, "a".repeat(64), "b".repeat(64));
  }

  public static RegisteredRegion region(String id, long address, long nbytes) {
    return new RegisteredRegion(id, "host:1", address, nbytes);
  }

  public static ResolvedRange keyRange() {
    return range(Component.KEY, 5, 10, 2, 2, "k", 0, 16, KEY_BYTES);
  }

  public static ResolvedRange valueRange() {
    return range(Component.VALUE, 5, 10, 2, 2, "v", 0, 8, VALUE_BYTES);
  }

  public static ResolvedRange range(
      Component component,
      long tokenStart,
      long tokenCount,
      long headStart,
      long headCount,
      String region,
      long offset,
      long tokenStride,
      long headStride) {
    return new ResolvedRange(
        LAYER,
        component,
        tokenStart,
        tokenCount,
        headStart,
        headCount,
        region,
        offset,
        tokenStride,
        headStride);
  }

  /** The binding with other keys, in a region that is large enough for anything. */
  public static ResolvedBinding withKeys(ResolvedRange... keys) {
    List<ResolvedRange> ranges = new ArrayList<>(List.of(keys));
    ranges.add(valueRange());
    return binding(List.of(region("k", 10_000, 1 << 20), region("v", 2000, 80)), ranges);
  }

  public static List<Piece> check(ResolvedBinding binding) {
    return check(binding, TransferLimits.COMPATIBLE);
  }

  public static List<Piece> check(ResolvedBinding binding, TransferLimits limits) {
    return ResolvedCheck.check(PLACEMENT, SNAPSHOT, binding, OPERATION, limits);
  }

  public static TransferLimits limits(long ranges, long operations, long work) {
    return new TransferLimits(ranges, operations, 1 << 30, 16, 1 << 20, work);
  }

  /** Asserts a rejection by its category, its pointer and a part of its sentence. */
  public static void assertRejected(
      ThrowingCallable action, RejectionCategory category, String pointer, String part) {
    RejectedException rejected = catchThrowableOfType(RejectedException.class, action);
    assertThat(rejected).as("a rejection: %s", part).isNotNull();
    assertThat(rejected.rejection().message()).contains(part);
    assertThat(rejected.rejection().pointer()).isEqualTo(pointer);
    assertThat(rejected.category()).isEqualTo(category);
  }
}
