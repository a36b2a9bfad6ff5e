package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.core.stream.RowOrder;
import io.kvreshard.core.stream.RunLengths;
import io.kvreshard.proto.peer.v1.StreamGrant;
import io.kvreshard.proto.peer.v1.StreamRequest;
import io.kvreshard.proto.runtime.v1.Block;
import java.util.ArrayList;
import java.util.List;

/** Run lengths and row orders of a stream as peer.proto has them. */
final class RowOrders {
  private RowOrders() {}

  static List<io.kvreshard.proto.peer.v1.RunLengths> wire(RunLengths runs) {
    List<io.kvreshard.proto.peer.v1.RunLengths> wire = new ArrayList<>();
    for (int edge = 0; edge < runs.edges(); edge++) {
      wire.add(
          io.kvreshard.proto.peer.v1.RunLengths.newBuilder()
              .setTokenHead(runs.tokenHead(edge))
              .setHeadToken(runs.headToken(edge))
              .build());
    }
    return wire;
  }

  static RunLengths of(StreamRequest request) {
    return RunLengths.of(
        request.getRunsList().stream().map(r -> r.getTokenHead()).toList(),
        request.getRunsList().stream().map(r -> r.getHeadToken()).toList());
  }

  static List<Block.Order> wire(List<RowOrder> orders) {
    return orders.stream()
        .map(
            order ->
                switch (order) {
                  case TOKEN_HEAD -> Block.Order.TOKEN_HEAD;
                  case HEAD_TOKEN -> Block.Order.HEAD_TOKEN;
                })
        .toList();
  }

  static List<RowOrder> of(StreamGrant grant) throws FailedException {
    List<RowOrder> orders = new ArrayList<>();
    for (Block.Order order : grant.getOrdersList()) {
      orders.add(
          switch (order) {
            case TOKEN_HEAD -> RowOrder.TOKEN_HEAD;
            case HEAD_TOKEN -> RowOrder.HEAD_TOKEN;
            case ORDER_UNSPECIFIED, UNRECOGNIZED ->
                throw new FailedException(
                    FailureReason.PeerFailed, "a grant with an unknown row order");
          });
    }
    return orders;
  }
}
