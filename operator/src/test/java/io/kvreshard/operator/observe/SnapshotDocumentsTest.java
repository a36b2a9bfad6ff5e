package io.kvreshard.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.snapshot.Documents;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVSnapshotSpec;
import io.kvreshard.crd.PlacementRef;
import io.kvreshard.crd.SnapshotGroup;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.testing.Samples;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SnapshotDocumentsTest {
  private static final int SECONDS = 30;

  @Test
  void validAndInvalidOnesAreRemembered() {
    var documents = new SnapshotDocuments((_, _) -> Optional.of("{}"));
    var valid = inline("valid", 2);
    var invalid = referring("invalid");

    assertThat(documents.of(valid)).isInstanceOf(Documents.Valid.class);
    assertThat(documents.of(valid)).isSameAs(documents.of(valid));
    assertThat(documents.of(invalid)).isInstanceOf(Documents.Invalid.class);
    assertThat(documents.of(invalid)).isSameAs(documents.of(invalid));
  }

  @Test
  void missingOneIsLookedForEveryTime() {
    var asked = new CountDownLatch(2);
    var documents =
        new SnapshotDocuments(
            (_, _) -> {
              asked.countDown();
              return Optional.empty();
            });

    assertThat(documents.of(referring("late"))).isInstanceOf(Documents.Missing.class);
    assertThat(documents.of(referring("late"))).isInstanceOf(Documents.Missing.class);
    assertThat(asked.getCount()).isZero();
  }

  @Test
  void memoryIsBoundedByBytes() {
    long limit = 64 << 10;
    var documents = new SnapshotDocuments((_, _) -> Optional.empty(), limit);
    for (int i = 0; i < 100; i++) {
      var _ = documents.of(inline("uid-" + i, 8));
      assertThat(documents.bytes()).isPositive().isLessThanOrEqualTo(limit);
    }
  }

  @Test
  void largePlacementWeighsWhatItTakes() {
    var one = new SnapshotDocuments((_, _) -> Optional.empty());
    var eight = new SnapshotDocuments((_, _) -> Optional.empty());
    var _ = one.of(inline("one", 1));
    var _ = eight.of(inline("eight", 8));

    assertThat(eight.bytes() - one.bytes()).isGreaterThan(7 * 1024);
  }

  /** An API server that takes its time over one ConfigMap. */
  @Test
  void slowTextKeepsNobodyElseWaiting() throws Exception {
    var reads = new CountDownLatch(1);
    var goesOn = new CountDownLatch(1);
    var documents =
        new SnapshotDocuments(
            (_, _) -> {
              reads.countDown();
              await(goesOn);
              return Optional.empty();
            });
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        var slow = threads.submit(() -> documents.of(referring("slow")));
        await(reads);
        var other = threads.submit(() -> documents.of(inline("other", 2)));
        assertThat(other.get(SECONDS, TimeUnit.SECONDS)).isInstanceOf(Documents.Valid.class);
        assertThat(slow).isNotDone();
      } finally {
        goesOn.countDown();
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static KVSnapshot inline(String uid, int tp) {
    var snapshot = Samples.snapshot("team", uid, SnapshotOrigin.Exported, tp);
    snapshot.getMetadata().setUid(uid);
    return snapshot;
  }

  private static KVSnapshot referring(String uid) {
    var snapshot = inline(uid, 1);
    var reference = new PlacementRef("placements", "a", "0".repeat(64));
    var group = new SnapshotGroup("default", Samples.identity(), null, reference);
    snapshot.setSpec(
        new KVSnapshotSpec(SnapshotOrigin.Exported, "node-1", "engine", List.of(group), null));
    return snapshot;
  }
}
