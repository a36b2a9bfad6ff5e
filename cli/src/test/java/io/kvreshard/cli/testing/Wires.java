package io.kvreshard.cli.testing;

import io.kvreshard.cli.placement.Layout;
import io.kvreshard.cli.wire.KnownDocuments;
import io.kvreshard.cli.wire.WireKind;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.TargetReceipt;
import io.kvreshard.core.contract.WriterReceipt;
import io.kvreshard.core.paged.PageTable;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Region;
import io.kvreshard.core.paged.Tensor;
import io.kvreshard.core.paged.Window;
import io.kvreshard.core.plan.Planner;
import java.util.List;

/** A small valid document of each kind; all are of one move. */
public final class Wires {
  private static final Descriptor CACHE =
      new Descriptor(LayerSet.of(0), "bfloat16", 2, 16, 2, 64, 64);
  private static final int TOKENS = 16;
  private static final long ROW = 64 * 2 * 2;

  private Wires() {}

  /** Canonical. */
  public static String text(WireKind kind) {
    return switch (kind) {
      case SNAPSHOT -> snapshot().toJson();
      case PLACEMENT -> placement(1).toJson();
      case PART -> placement(1).parts().getFirst().toJson();
      case PLAN ->
          Planner.plan(placement(1), placement(2), "dp0-pp0-tp1", null, snapshot()).toJson();
      case WRITER_RECEIPT ->
          new WriterReceipt("op", "a".repeat(64), "w", "t", true, 5, true, null).toJson();
      case TARGET_RECEIPT ->
          new TargetReceipt("op", "a".repeat(64), "t", false, "no room").toJson();
      case PAGED_BINDING -> binding().toJson();
    };
  }

  /** What the paged binding refers to. */
  public static KnownDocuments known() {
    var known = new KnownDocuments();
    known.add(placement(1));
    known.add(snapshot());
    return known;
  }

  private static Snapshot snapshot() {
    return Snapshot.create("ns", "prompt", "m", "1", 0, TOKENS, "a".repeat(64), "b".repeat(64));
  }

  private static Placement placement(int tp) {
    return new Layout(CACHE, List.of(CACHE.layers()), tp, 1).placement("prompt", "1", "tp" + tp);
  }

  private static PagedBinding binding() {
    return PagedBinding.create(
        "op",
        placement(1),
        snapshot(),
        "instance",
        "dp0-pp0-tp0",
        List.of(new PageTable("pages", TOKENS, new int[] {0})),
        List.of(new Region("memory", 2 * TOKENS * ROW)),
        List.of(tensor(Component.KEY, 0), tensor(Component.VALUE, TOKENS * ROW)),
        List.of(new Window(0, TOKENS, "pages", 0, 0)));
  }

  private static Tensor tensor(Component component, long base) {
    return new Tensor(0, component, "pages", "memory", base, TOKENS * ROW, ROW, ROW / 2, 0, 2);
  }
}
