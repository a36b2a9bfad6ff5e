package io.kvreshard.bench.transfer;

import io.kvreshard.bench.plan.Models;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.stream.DenseStream;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A cache and how both ends lay it out: the source is one participant, the target's tensor ranks
 * share one node. Both store rows of a token's heads side by side, in pages.
 *
 * @param layers each with keys and values
 * @param heads KV heads of the model
 * @param rowBytes of one head of one token
 * @param pageTokens tokens of a page; all tokens: one page, without gaps
 * @param ranks of the target, each with as many heads
 * @param replicas of each rank
 * @param tokens of the snapshot
 */
record Shape(
    int layers, int heads, int rowBytes, int pageTokens, int ranks, int replicas, int tokens) {
  private static final int ITEM_BYTES = 2;

  /** A token of this many bytes, whatever its shape. */
  private static final int TOKEN_BYTES = 128 << 10;

  /** Eight heads of one token each go another way: the source has rows of this length. */
  static Shape rows(int rowBytes, long bytes) {
    return of(8, rowBytes, 16, 8, bytes);
  }

  /** Pages of 16 tokens that both ends have in another order: runs of 8 KiB. */
  static Shape pages(long bytes) {
    return of(1, 512, 16, 1, bytes);
  }

  /** One page at both ends. */
  static Shape contiguous(long bytes) {
    return of(8, 512, tokens(bytes), 1, bytes);
  }

  private static Shape of(int heads, int rowBytes, int pageTokens, int ranks, long bytes) {
    int layers = TOKEN_BYTES / (2 * heads * rowBytes);
    return new Shape(layers, heads, rowBytes, pageTokens, ranks, 1, tokens(bytes));
  }

  private static int tokens(long bytes) {
    return Math.toIntExact(bytes / TOKEN_BYTES);
  }

  /** The same, with all ranks several times on the target's node. */
  Shape replicated(int times) {
    return new Shape(layers, heads, rowBytes, pageTokens, ranks, times, tokens);
  }

  /** Bytes of the snapshot. */
  long bytes() {
    return 2L * layers * heads * rowBytes * tokens;
  }

  Placement placement(Side side) {
    return switch (side) {
      case SOURCE -> Models.placement(model(), 1, 1, 1);
      case TARGET -> Models.placement(model(), ranks, 1, replicas);
    };
  }

  Snapshot snapshot() {
    return Models.snapshot(tokens);
  }

  List<String> participants(Side side) {
    return placement(side).topology().participants().stream().map(it -> it.id()).toList();
  }

  PlanSet plans() {
    return PlanSet.plan(placement(Side.SOURCE), placement(Side.TARGET), null, snapshot());
  }

  /** All that the source sends to the target's node. */
  DenseStream stream() {
    return DenseStream.of(
        plans(), participants(Side.SOURCE).getFirst(), Set.copyOf(participants(Side.TARGET)));
  }

  /** As words of a command; see {@link #parse}. */
  String text() {
    return List.of(layers, heads, rowBytes, pageTokens, ranks, replicas, tokens).stream()
        .map(String::valueOf)
        .collect(Collectors.joining(","));
  }

  static Shape parse(String text) {
    var numbers = List.of(text.split(",", -1)).stream().map(Integer::valueOf).toList();
    return new Shape(
        numbers.get(0),
        numbers.get(1),
        numbers.get(2),
        numbers.get(3),
        numbers.get(4),
        numbers.get(5),
        numbers.get(6));
  }

  private Descriptor model() {
    return Models.model(layers, heads, rowBytes / ITEM_BYTES);
  }
}
