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

  private static long rowBytes(Part part) {
    return part.descriptor().rowBytes(Component.KEY);
  }

  static long tensorBytes(Part part) {
    return FakeEngine.PAGES * pageBytes(part);
  }

  private static long pageBytes(Part part) {
    return PAGE * part.headCount() * rowBytes(part);
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
    return this == NHD ? part.headCount() * rowBytes(part) : rowBytes(part);
  }

  long headStride(Part part) {
    return this == NHD ? rowBytes(part) : PAGE * rowBytes(part);
  }

  /** Where a row lies. */
  long offset(Part part, int layerIndex, Component component, int page, int slot, long head) {
    return (layerIndex * 2L + index(component)) * tensorBytes(part)
        + page * pageBytes(part)
        + slot * tokenStride(part)
        + head * headStride(part);
  }

  /** The segment is called like the file: groups have memory of their own. */
  TensorLayout layout(Part part, String file, long fileBytes) {
    TensorLayout.Builder layout =
        TensorLayout.newBuilder()
            .addSegments(
                Segment.newBuilder()
                    .setId(file)
                    .setKind(Segment.Kind.SHARED_FILE)
                    .setSizeBytes(fileBytes)
                    .setPath(file));
    for (int l = 0; l < part.layers().size(); l++) {
      for (Component component : Component.values()) {
        layout.addTensors(
            Tensor.newBuilder()
                .setLayer(part.layers().get(l))
                .setComponentValue((int) index(component) + 1)
                .setPageTable("t")
                .setSegment(file)
                .setBase(offset(part, l, component, 0, 0, 0))
                .setPageStride(pageBytes(part))
                .setTokenStride(tokenStride(part))
                .setHeadStride(headStride(part))
                .setHeadStart(part.headStart())
                .setHeadCount(part.headCount()));
      }
    }
    return layout.build();
  }
}
