package io.kvreshard.core.contiguous;

import static io.kvreshard.core.resolved.Fixture.OPERATION;
import static io.kvreshard.core.resolved.Fixture.PLACEMENT;
import static io.kvreshard.core.resolved.Fixture.SNAPSHOT;
import static io.kvreshard.core.resolved.Fixture.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.resolved.RegisteredRegion;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.ResolvedRange;
import io.kvreshard.core.resolved.TransferLimits;
import org.junit.jupiter.api.Test;

class ContiguousResolutionTest {
  /** Twelve tokens of room; the snapshot has ten. */
  private static final RuntimeBinding BUFFERS = Buffers.of(PLACEMENT, "a-p0-t1", 12, SNAPSHOT);

  @Test
  void aBufferIsARegionAndARange() {
    ResolvedBinding resolved = resolve(2);
    assertThat(resolved.regions())
        .containsExactly(
            new RegisteredRegion("3key", "host:1", 1 << 20, 192),
            new RegisteredRegion("3value", "host:1", 2 << 20, 96));
    assertThat(resolved.ranges())
        .containsExactly(
            new ResolvedRange(3, Component.KEY, 5, 10, 2, 2, "3key", 32, 16, 8),
            new ResolvedRange(3, Component.VALUE, 5, 10, 2, 2, "3value", 16, 8, 4));
    assertThat(resolved.header()).isEqualTo(BUFFERS.header());
  }

  @Test
  void needsRoomForAllTokens() {
    for (long first : new long[] {3, U64.MAX}) {
      assertRejected(
          () -> resolve(first),
          RejectionCategory.GEOMETRY,
          "/buffers",
          "10 tokens at offset %s do not fit into a buffer of 12".formatted(U64.text(first)));
    }
  }

  @Test
  void needsTheSnapshot() {
    RuntimeBinding without = Buffers.of(PLACEMENT, "a-p0-t1", 12, null);
    assertRejected(
        () ->
            ContiguousResolution.resolve(
                PLACEMENT, SNAPSHOT, without, OPERATION, 0, TransferLimits.COMPATIBLE),
        RejectionCategory.IDENTITY,
        "/snapshot_id",
        "names no snapshot");
  }

  private static ResolvedBinding resolve(long first) {
    return ContiguousResolution.resolve(
        PLACEMENT, SNAPSHOT, BUFFERS, OPERATION, first, TransferLimits.COMPATIBLE);
  }
}
