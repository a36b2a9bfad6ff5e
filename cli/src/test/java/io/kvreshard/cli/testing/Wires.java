package io.kvreshard.cli.testing;

import io.kvreshard.cli.placement.Layout;
import io.kvreshard.cli.wire.KnownDocuments;
import io.kvreshard.cli.wire.WireKind;
import io.kvreshard.core.contiguous.Buffer;
import io.kvreshard.core.contiguous.ContiguousResolution;
import io.kvreshard.core.contiguous.Fragment;
import io.kvreshard.core.contiguous.RuntimeBinding;
import io.kvreshard.core.contract.BindingHeader;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.SnapshotRef;
import io.kvreshard.core.contract.TargetReceipt;
import io.kvreshard.core.contract.WriterReceipt;
import io.kvreshard.core.lowering.RuntimeTransfer;
import io.kvreshard.core.paged.PageTable;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Region;
import io.kvreshard.core.paged.Tensor;
import io.kvreshard.core.paged.Window;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.plan.Planner;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.TransferLimits;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.LongStream;

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
      case RUNTIME_BINDING -> buffers(1, "dp0-pp0-tp0").toJson();
      case RESOLVED_BINDING -> resolved(1, "dp0-pp0-tp0").toJson();
      case PAGED_BINDING -> binding().toJson();
      case RUNTIME_TRANSFER -> transfer().toJson();
    };
  }

  /** What the bindings refer to. */
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

  /** Of a participant of so many ranks: each key and value alone in its allocation. */
  public static RuntimeBinding buffers(int tp, String participant) {
    var placement = placement(tp);
    var part = placement.requirePart(participant);
    return new RuntimeBinding(
        BindingHeader.of(placement, process(part), participant),
        SnapshotRef.of(snapshot()),
        List.of(buffer(part, Component.KEY, 1 << 20), buffer(part, Component.VALUE, 2 << 20)));
  }

  private static Buffer buffer(Part part, Component component, long address) {
    long head = CACHE.rowBytes(component);
    long bytes = TOKENS * part.headCount() * head;
    return new Buffer(
        0,
        component,
        new Fragment(
            part.fragmentId(0, component),
            component.wire(),
            "worker",
            process(part),
            "cuda:0",
            address,
            bytes,
            BigInteger.TWO,
            integers(TOKENS, part.headCount(), CACHE.headDim(component)),
            integers(part.headCount() * head, head, 2),
            address,
            bytes,
            0));
  }

  /** Every participant is a process of its own. */
  private static String process(Part part) {
    return part.placementSetId() + "/" + part.participantId();
  }

  private static List<BigInteger> integers(long... values) {
    return LongStream.of(values).mapToObj(BigInteger::valueOf).toList();
  }

  private static ResolvedBinding resolved(int tp, String participant) {
    return ContiguousResolution.resolve(
        placement(tp), snapshot(), buffers(tp, participant), "op", 0, TransferLimits.COMPATIBLE);
  }

  private static RuntimeTransfer transfer() {
    return RuntimeTransfer.create(
        "op",
        PlanSet.plan(placement(2), placement(1), null, snapshot()).plans(),
        List.of(resolved(2, "dp0-pp0-tp0"), resolved(2, "dp0-pp0-tp1")),
        List.of(resolved(1, "dp0-pp0-tp0")),
        TransferLimits.COMPATIBLE);
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
