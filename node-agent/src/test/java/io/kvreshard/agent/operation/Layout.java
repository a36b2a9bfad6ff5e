package io.kvreshard.agent.operation;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Part;
import io.kvreshard.proto.runtime.v1.Segment;
import io.kvreshard.proto.runtime.v1.Tensor;
import io.kvreshard.proto.runtime.v1.TensorLayout;

/** How a fake engine lays its pages out: for each (layer, component) one block of pages. */
enum Layout {
  /** In a page: token, head. */
  NHD,
  /** In a page: head, token. */
  HND;

  private static final int PAGE = FakeEngine.PAGE_TOKENS;

  static long tensorBytes(Part part) {
    return (long) FakeEngine.PAGES * PAGE * part.headCount() * SmallModel.ROW;
  }

  static long segmentBytes(Part part) {
    return tensorBytes(part) * 2 * part.layers().size();
  }

  private static long index(Component component) {
    return switch (component) {
      case KEY -> 0;
      case VALUE -> 1;
    };
  }

  long tokenStride(Part part) {
    return this == NHD ? part.headCount() * SmallModel.ROW : SmallModel.ROW;
  }

  long headStride() {
    return this == NHD ? SmallModel.ROW : (long) PAGE * SmallModel.ROW;
  }

  /** Where a row lies. */
  long offset(Part part, int layerIndex, Component component, int page, int slot, long head) {
    return (layerIndex * 2L + index(component)) * tensorBytes(part)
        + page * (PAGE * part.headCount() * SmallModel.ROW)
        + slot * tokenStride(part)
        + head * headStride();
  }

  TensorLayout layout(Part part, String file) {
    TensorLayout.Builder layout =
        TensorLayout.newBuilder()
            .addSegments(
                Segment.newBuilder()
                    .setId("kv")
                    .setKind(Segment.Kind.SHARED_FILE)
                    .setSizeBytes(segmentBytes(part))
                    .setPath(file));
    for (int l = 0; l < part.layers().size(); l++) {
      for (Component component : Component.values()) {
        layout.addTensors(
            Tensor.newBuilder()
                .setLayer(part.layers().get(l))
                .setComponentValue((int) index(component) + 1)
                .setPageTable("t")
                .setSegment("kv")
                .setBase(offset(part, l, component, 0, 0, 0))
                .setPageStride(PAGE * part.headCount() * SmallModel.ROW)
                .setTokenStride(tokenStride(part))
                .setHeadStride(headStride())
                .setHeadStart(part.headStart())
                .setHeadCount(part.headCount()));
      }
    }
    return layout.build();
  }
}
