package io.kvreshard.core.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * InferenceX#998, sglang#32758: 200,000 rows for one peer. They go in batches of bounded size, and
 * one batch is held at a time.
 */
class BoundedBatchesTest {
  private static final int TOKENS = 2500;
  private static final int LAYERS = 40;

  @Test
  void manyRowsForOnePeer() {
    Placement source = Models.tensorParallel("s", Models.model(LAYERS, 8), 2);
    Placement target = Models.tensorParallel("t", source.descriptor(), 1);
    Snapshot snapshot = Models.snapshot(TOKENS);
    RuntimeTransfer transfer = Operation.of(source, target, snapshot).create();
    long rows = 2L * LAYERS * TOKENS;
    assertThat(transfer.writeCount()).isEqualTo(2 * rows);
    var seen =
        new Object() {
          long writes;
          long bytes;
          int batches;
          final Set<String> endpoints = new HashSet<>();
        };
    transfer.forEachBatch(
        "s-p0-t1",
        batch -> {
          assertThat(batch.writes().size()).isLessThanOrEqualTo(4096);
          assertThat(batch.bytes()).isLessThanOrEqualTo(64L << 20);
          seen.writes += batch.writes().size();
          seen.bytes += batch.bytes();
          seen.batches++;
          seen.endpoints.add(batch.endpoint());
        });
    assertThat(seen.writes).isEqualTo(rows);
    assertThat(seen.bytes).isEqualTo(rows * 4 * 256);
    assertThat(seen.batches).isEqualTo(Math.ceilDiv(rows, 4096));
    assertThat(seen.endpoints).containsExactly("t-p0-t0:1");
  }
}
