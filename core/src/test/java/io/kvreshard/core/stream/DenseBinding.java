package io.kvreshard.core.stream;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.paged.ArrayShape;
import io.kvreshard.core.paged.PageTable;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Region;
import io.kvreshard.core.paged.Tensor;
import io.kvreshard.core.paged.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Engines that keep all layers in one array. */
final class DenseBinding {
  private DenseBinding() {}

  /**
   * A participant's part in one array of this axis order ({@link ArrayShape}), the tokens in these
   * pages of it.
   */
  static PagedBinding of(
      Placement placement,
      Snapshot snapshot,
      String participantId,
      String axes,
      int pageTokens,
      int... pages) {
    Part part = placement.part(participantId).orElseThrow();
    Descriptor descriptor = part.descriptor();
    ArrayShape shape =
        ArrayShape.dense(
            axes,
            part.layers().size(),
            IntStream.of(pages).max().orElseThrow() + 1,
            pageTokens,
            (int) part.headCount(),
            descriptor.rowBytes(Component.KEY),
            descriptor.rowBytes(Component.VALUE));
    List<Tensor> tensors = new ArrayList<>();
    for (int layer = 0; layer < part.layers().size(); layer++) {
      for (Component component : descriptor.components()) {
        tensors.add(
            shape.tensor(
                part.layers().get(layer),
                layer,
                component,
                "table",
                "region",
                part.headStart(),
                part.headStart(),
                part.headCount()));
      }
    }
    return PagedBinding.create(
        "job/1/0/default",
        placement,
        snapshot,
        "instance",
        participantId,
        List.of(new PageTable("table", pageTokens, pages)),
        List.of(new Region("region", shape.bytes())),
        tensors,
        List.of(new Window(snapshot.tokenStart(), snapshot.tokenCount(), "table", 0, 0)));
  }
}
