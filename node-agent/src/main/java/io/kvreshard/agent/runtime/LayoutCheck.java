package io.kvreshard.agent.runtime;

import io.kvreshard.proto.runtime.v1.Component;
import io.kvreshard.proto.runtime.v1.Segment;
import io.kvreshard.proto.runtime.v1.Tensor;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import java.util.HashSet;
import java.util.Set;

/** The form of a participant's answer to Tensors. Bounds and strides are the binding's business. */
final class LayoutCheck {
  private static final int MAX_SEGMENTS = 1024;
  private static final int MAX_TENSORS = 10_000;

  private LayoutCheck() {}

  /**
   * @throws RuntimeFailure.Refused naming the field and the rule
   */
  static void check(TensorLayout layout) throws RuntimeFailure.Refused {
    require(
        layout.getSegmentsCount() >= 1 && layout.getSegmentsCount() <= MAX_SEGMENTS,
        "segments: must have 1 to " + MAX_SEGMENTS + " entries");
    require(
        layout.getTensorsCount() >= 1 && layout.getTensorsCount() <= MAX_TENSORS,
        "tensors: must have 1 to " + MAX_TENSORS + " entries");
    Set<String> ids = new HashSet<>();
    for (Segment segment : layout.getSegmentsList()) {
      check(segment, ids);
    }
    for (Tensor tensor : layout.getTensorsList()) {
      require(
          tensor.getComponent() == Component.COMPONENT_KEY
              || tensor.getComponent() == Component.COMPONENT_VALUE,
          "tensors.component: must be set");
      require(
          ids.contains(tensor.getSegment()),
          "tensors.segment: no segment has the id " + tensor.getSegment());
    }
  }

  private static void check(Segment segment, Set<String> ids) throws RuntimeFailure.Refused {
    String id = segment.getId();
    require(Names.text(id, 253), "segments.id: must have 1 to 253 characters");
    require(ids.add(id), "segments.id: " + id + " occurs twice");
    require(segment.getSizeBytes() > 0, "segments.size_bytes: must be 1 to 2^63-1");
    switch (segment.getKind()) {
      case SHARED_FILE ->
          require(
              Names.text(segment.getPath(), 255)
                  && !segment.getPath().contains("/")
                  && !segment.getPath().equals(".")
                  && !segment.getPath().equals(".."),
              "segments.path: must be one path element in the pod's directory");
      case SEALED_MEMFD ->
          require(
              Names.text(segment.getPath(), 253),
              "segments.path: must be the name of a memfd that was given");
      case ASSISTED ->
          require(segment.getPath().isEmpty(), "segments.path: must be empty for ASSISTED");
      case PROCESS -> {
        require(segment.getPath().isEmpty(), "segments.path: must be empty for PROCESS");
        require(
            segment.getAddress() > 0
                && segment.getAddress() <= Long.MAX_VALUE - segment.getSizeBytes(),
            "segments.address: must be where the memory is in the process");
      }
      case KIND_UNSPECIFIED, UNRECOGNIZED ->
          require(false, "segments.kind: must be SHARED_FILE, SEALED_MEMFD, ASSISTED or PROCESS");
    }
  }

  private static void require(boolean holds, String rule) throws RuntimeFailure.Refused {
    if (!holds) {
      throw new RuntimeFailure.Refused("Tensors: the engine's TensorLayout." + rule);
    }
  }
}
