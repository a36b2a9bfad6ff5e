package io.kvreshard.agent.memory;

import io.kvreshard.core.stream.Block;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.core.stream.StreamEdge;
import io.kvreshard.proto.runtime.v1.Block.Order;
import io.kvreshard.proto.runtime.v1.Component;

/** A stream's boxes as the runtime protocol writes them. */
final class Blocks {
  private Blocks() {}

  static io.kvreshard.proto.runtime.v1.Block toProto(DenseStream stream, Block block) {
    StreamEdge edge = stream.edges().get(block.edge());
    return io.kvreshard.proto.runtime.v1.Block.newBuilder()
        .setLayer(edge.layer())
        .setComponent(
            switch (edge.component()) {
              case KEY -> Component.COMPONENT_KEY;
              case VALUE -> Component.COMPONENT_VALUE;
            })
        .setTokenStart(block.tokenStart())
        .setTokenCount(block.tokenCount())
        .setHeadStart(block.headStart())
        .setHeadCount(block.headCount())
        .setOrder(
            switch (block.order()) {
              case TOKEN_HEAD -> Order.TOKEN_HEAD;
              case HEAD_TOKEN -> Order.HEAD_TOKEN;
            })
        .build();
  }
}
