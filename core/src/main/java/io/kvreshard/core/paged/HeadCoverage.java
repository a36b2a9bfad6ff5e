package io.kvreshard.core.paged;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Part;
import java.util.List;

/**
 * The rule of tensors: those of each (layer, component) that a part owns tile the part's heads
 * exactly once, and there are no others. One pass over sorted tensors.
 */
final class HeadCoverage {
  private final Part part;
  private final List<Tensor> tensors;
  private int next;

  private HeadCoverage(Part part, List<Tensor> tensors) {
    this.part = part;
    this.tensors = tensors;
  }

  /**
   * Checks all tensors of a binding.
   *
   * @param tensors ascending by layer, component and first head
   */
  static void check(Part part, List<Tensor> tensors) {
    for (Tensor tensor : tensors) {
      if (!part.layers().contains(tensor.layer())) {
        throw Rule.unknown(
            "/tensors",
            "%s: participant %s does not own this layer"
                .formatted(tensor, Quoted.of(part.participantId())));
      }
      if (!part.descriptor().components().contains(tensor.component())) {
        throw Rule.unknown("/tensors", tensor + ": the placement has keys only");
      }
    }
    HeadCoverage coverage = new HeadCoverage(part, tensors);
    LayerSet layers = part.layers();
    for (int i = 0; i < layers.size(); i++) {
      for (Component component : part.descriptor().components()) {
        coverage.checkHeads(layers.get(i), component);
      }
    }
  }

  private void checkHeads(long layer, Component component) {
    long head = part.headStart();
    for (; belongsTo(layer, component); next++) {
      Tensor tensor = tensors.get(next);
      if (tensor.headStart() != head) {
        throw Rule.coverage(
            "/tensors",
            "%s: the heads must go on at head %s, %s"
                .formatted(
                    tensor,
                    U64.text(head),
                    U64.lt(tensor.headStart(), head)
                        ? "so heads are covered twice or lie before the participant's"
                        : "so heads before it are not covered"));
      }
      head = tensor.headEnd();
    }
    if (head != part.headEnd()) {
      throw Rule.coverage(
          "/tensors",
          "layer %s %s: the tensors cover heads [%s, %s), participant %s owns [%s, %s)"
              .formatted(
                  U64.text(layer),
                  component.wire(),
                  U64.text(part.headStart()),
                  U64.text(head),
                  Quoted.of(part.participantId()),
                  U64.text(part.headStart()),
                  U64.text(part.headEnd())));
    }
  }

  private boolean belongsTo(long layer, Component component) {
    return next < tensors.size()
        && tensors.get(next).layer() == layer
        && tensors.get(next).component() == component;
  }
}
