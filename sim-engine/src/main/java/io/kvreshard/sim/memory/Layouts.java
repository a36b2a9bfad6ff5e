package io.kvreshard.sim.memory;

import io.kvreshard.proto.runtime.v1.Component;
import io.kvreshard.proto.runtime.v1.Segment;
import io.kvreshard.proto.runtime.v1.Tensor;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import io.kvreshard.sim.model.Pages;

/** A worker's tensors as the runtime protocol says it. */
public final class Layouts {
  private static final String SEGMENT = "kv";

  private Layouts() {}

  /** The agent maps this file of the pod's directory. */
  public static TensorLayout shared(KvMemory kv, String fileName) {
    return layout(kv, Segment.newBuilder().setKind(Segment.Kind.SHARED_FILE).setPath(fileName));
  }

  /** The agent maps the memfd that it was given under this name. */
  public static TensorLayout sealed(KvMemory kv, String name) {
    return layout(kv, Segment.newBuilder().setKind(Segment.Kind.SEALED_MEMFD).setPath(name));
  }

  /** The agent reads it in this process. */
  public static TensorLayout process(KvMemory kv) {
    return layout(
        kv, Segment.newBuilder().setKind(Segment.Kind.PROCESS).setAddress(kv.memory().address()));
  }

  /** The agent asks for every row. */
  public static TensorLayout assisted(KvMemory kv) {
    return layout(kv, Segment.newBuilder().setKind(Segment.Kind.ASSISTED));
  }

  private static TensorLayout layout(KvMemory kv, Segment.Builder segment) {
    TensorLayout.Builder layout =
        TensorLayout.newBuilder()
            .addSegments(segment.setId(SEGMENT).setSizeBytes(kv.memory().byteSize()));
    for (Plane plane : kv.planes()) {
      layout.addTensors(
          Tensor.newBuilder()
              .setLayer(plane.layer())
              .setComponent(
                  switch (plane.component()) {
                    case KEY -> Component.COMPONENT_KEY;
                    case VALUE -> Component.COMPONENT_VALUE;
                  })
              .setPageTable(Pages.TABLE)
              .setSegment(SEGMENT)
              .setBase(plane.base())
              .setPageStride(plane.pageStride())
              .setTokenStride(plane.tokenStride())
              .setHeadStride(plane.headStride())
              .setHeadStart(kv.shard().headStart())
              .setHeadCount(kv.shard().headCount()));
    }
    return layout.build();
  }
}
