package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.paged.PageTable;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Region;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.paged.Tensor;
import io.kvreshard.core.paged.Window;
import io.kvreshard.proto.runtime.v1.GroupPages;
import io.kvreshard.proto.runtime.v1.Segment;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import java.util.HashSet;
import java.util.Set;

/** Paged bindings from what engines say: the coordinator's pages and a participant's tensors. */
public final class Bindings {
  private Bindings() {}

  /**
   * The binding of a participant for a group. Segments that no tensor lies in are left out.
   *
   * @param operation {@code <job uid>/<attempt>/<round>/<group>}
   * @throws RejectedException naming the tensor or window and the rule
   */
  public static PagedBinding of(
      String operation,
      Placement placement,
      Snapshot snapshot,
      String instance,
      String participant,
      GroupPages pages,
      TensorLayout layout) {
    Set<String> used = new HashSet<>();
    layout.getTensorsList().forEach(tensor -> used.add(tensor.getSegment()));
    return PagedBinding.create(
        operation,
        placement,
        snapshot,
        instance,
        participant,
        pages.getPageTablesList().stream().map(Bindings::pageTable).toList(),
        layout.getSegmentsList().stream()
            .filter(segment -> used.contains(segment.getId()))
            .map(Bindings::region)
            .toList(),
        layout.getTensorsList().stream().map(Bindings::tensor).toList(),
        pages.getWindowsList().stream().map(Bindings::window).toList());
  }

  /**
   * The binding of a participant for a group of an operation.
   *
   * @throws FailedException BindingInvalid, naming the participant, the tensor or window, the rule
   */
  static PagedBinding create(
      GroupPlan plan,
      Side side,
      String participant,
      String instance,
      GroupPages pages,
      TensorLayout layout)
      throws FailedException {
    try {
      return of(
          plan.operation(),
          plan.placement(side),
          plan.snapshot(),
          instance,
          participant,
          pages,
          layout);
    } catch (RejectedException e) {
      throw new FailedException(
          FailureReason.BindingInvalid,
          "group %s, %s participant %s: %s"
              .formatted(plan.name(), Sides.word(side), participant, e.getMessage()),
          e);
    }
  }

  private static PageTable pageTable(io.kvreshard.proto.runtime.v1.PageTable table) {
    int[] pages = new int[table.getPagesCount()];
    for (int i = 0; i < pages.length; i++) {
      pages[i] = table.getPages(i);
    }
    return new PageTable(table.getId(), table.getPageTokens(), pages);
  }

  private static Region region(Segment segment) {
    return new Region(segment.getId(), segment.getSizeBytes());
  }

  private static Window window(io.kvreshard.proto.runtime.v1.Window window) {
    return new Window(
        window.getTokenStart(),
        window.getTokenCount(),
        window.getPageTable(),
        window.getFirstPage(),
        window.getFirstSlot());
  }

  private static Tensor tensor(io.kvreshard.proto.runtime.v1.Tensor tensor) {
    return new Tensor(
        tensor.getLayer(),
        component(tensor.getComponent()),
        tensor.getPageTable(),
        tensor.getSegment(),
        tensor.getBase(),
        tensor.getPageStride(),
        tensor.getTokenStride(),
        tensor.getHeadStride(),
        tensor.getHeadStart(),
        tensor.getHeadCount());
  }

  private static Component component(io.kvreshard.proto.runtime.v1.Component component) {
    return switch (component) {
      case COMPONENT_KEY -> Component.KEY;
      case COMPONENT_VALUE -> Component.VALUE;
      case COMPONENT_UNSPECIFIED, UNRECOGNIZED ->
          throw new IllegalArgumentException("a layout with an unknown component was let in");
    };
  }
}
