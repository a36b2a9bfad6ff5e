package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Receipt;
import io.kvreshard.crd.ReceiptSide;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What must be true after a whole move. */
final class Moved {
  private Moved() {}

  /** All bytes of all groups are in their places, and both sides say so. */
  static void wholly(World world) throws IOException {
    for (FakeParticipant participant : world.target.participants.values()) {
      for (FakeCache cache : participant.caches.values()) {
        assertThat(cache.content()).isEqualTo(cache.right());
      }
    }
    assertThat(world.transfers(world.a))
        .isEqualTo(world.transfers(world.b))
        .containsOnlyKeys(world.groups.stream().map(CacheGroup::name).toList());
    receipts(world, world.task(world.a).getStatus(), world.task(world.b).getStatus());
  }

  private static void receipts(World world, KVTransferTaskStatus a, KVTransferTaskStatus b) {
    List<Receipt> all = new ArrayList<>(a.receipts());
    all.addAll(b.receipts());
    List<Receipt> expected = new ArrayList<>();
    long bytes = 0;
    for (CacheGroup group : world.groups) {
      for (String writer : group.plans().writers()) {
        for (String target : group.plans().targets()) {
          long planned = group.plans().bytes(writer, target);
          if (planned != 0) {
            bytes += planned;
            for (ReceiptSide side : ReceiptSide.values()) {
              expected.add(new Receipt(side, group.name(), writer, target, planned, true, null));
            }
          }
        }
      }
    }
    assertThat(all).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(done(a) + done(b)).isEqualTo(bytes);
  }

  private static long done(KVTransferTaskStatus status) {
    return Objects.requireNonNull(status.bytesDone());
  }
}
