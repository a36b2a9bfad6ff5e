package io.kvreshard.agent.operation;

import com.google.common.net.HostAndPort;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.memory.StreamSource;
import io.kvreshard.agent.metrics.AgentMeters;
import io.kvreshard.agent.metrics.Direction;
import io.kvreshard.agent.share.Toll;
import io.kvreshard.agent.stream.Staging;
import io.kvreshard.agent.stream.StreamParameters;
import io.kvreshard.agent.stream.StreamSender;
import io.kvreshard.agent.stream.Token;
import io.kvreshard.agent.stream.Traffic;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.core.stream.RunLengths;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.proto.peer.v1.StreamGrant;
import io.kvreshard.proto.peer.v1.StreamRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** One writer of this node to one other node: slots, a grant, a connection, the verdict. */
final class OutgoingStream {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);

  private final Operation operation;
  private final Services services;

  OutgoingStream(Operation operation, Services services) {
    this.operation = operation;
    this.services = services;
  }

  /** Sends all that the writer owes the node; the source's receipts are reported. */
  void send(
      GroupPlan plan, String transferDigest, LocalBinding writer, String node, List<String> targets)
      throws FailedException, InterruptedException {
    Receipts receipts = new Receipts(operation.report(), plan, writer.participant(), targets);
    try (AgentMeters.OpenStream traffic = services.meters().open(Direction.OUT);
        Staging.Lease lease =
            services
                .outgoing()
                .lease(StreamSender.SLOTS, operation.claim(node), operation.patience())) {
      DenseStream stream = DenseStream.of(plan.plans(), writer.participant(), Set.copyOf(targets));
      Toll toll = operation.tolls().sending(node);
      StreamGrant grant = open(plan, transferDigest, writer, node, stream, toll);
      send(plan, writer, node, stream.withOrders(RowOrders.of(grant)), grant, lease, traffic, toll);
      services
          .reach()
          .reached(operation.roster().node(node).agentIncarnation(), Reach.Port.STREAMS);
      receipts.sourceOk();
    } catch (FailedException e) {
      operation.fail(e);
      receipts.sourceFailed(e);
      throw e;
    }
  }

  private StreamGrant open(
      GroupPlan plan,
      String transferDigest,
      LocalBinding writer,
      String node,
      DenseStream stream,
      Toll toll)
      throws FailedException, InterruptedException {
    RunLengths runs = RunLengths.of(stream, Side.SOURCE, writer.binding());
    StreamRequest request =
        StreamRequest.newBuilder()
            .setOperationId(plan.operation())
            .setWriterId(writer.participant())
            .setTargetNode(node)
            .setTransferDigest(transferDigest)
            .setStreamBytes(stream.bytes())
            .addAllRuns(RowOrders.wire(runs))
            .setChunkBytes(toll.chunkBytes(services.outgoing().slotBytes()))
            .build();
    return operation
        .links()
        .to(node, operation.patience())
        .openStream(request, operation.patience());
  }

  private void send(
      GroupPlan plan,
      LocalBinding writer,
      String node,
      DenseStream stream,
      StreamGrant grant,
      Staging.Lease lease,
      Traffic traffic,
      Toll toll)
      throws FailedException, InterruptedException {
    String name =
        "group %s, stream from writer %s to node %s"
            .formatted(plan.name(), writer.participant(), node);
    if (grant.getChunkBytes() < 1 || grant.getChunkBytes() > services.outgoing().slotBytes()) {
      throw new FailedException(
          FailureReason.PeerFailed,
          "%s: granted chunks of %d bytes; at most %d fit"
              .formatted(name, grant.getChunkBytes(), services.outgoing().slotBytes()));
    }
    StreamParameters parameters =
        new StreamParameters(
            stream.bytes(),
            grant.getChunkBytes(),
            stream::chunkEnd,
            operation.patience(),
            services.timer(),
            operation::blame,
            traffic,
            toll);
    try (StreamSource source = writer.memory().source(stream)) {
      StreamSender.send(
          name,
          connect(name, node, grant.getPort()),
          Token.of(grant.getToken().toByteArray()),
          parameters,
          new WriterChunks(writer, source),
          lease,
          operation.progress().part());
    }
  }

  private SocketChannel connect(String name, String node, int port)
      throws FailedException, InterruptedException {
    String host = HostAndPort.fromString(operation.roster().node(node).endpoint()).getHost();
    SocketChannel channel = null;
    try {
      Failpoints.before(Step.AGENT_CONNECT, IOException::new);
      channel = SocketChannel.open();
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.socket().connect(new InetSocketAddress(host, port), (int) CONNECT_LIMIT.toMillis());
      Failpoints.after(Step.AGENT_CONNECT, IOException::new);
      return channel;
    } catch (IOException e) {
      FailedException failure =
          new FailedException(
              FailureReason.PeerUnreachable,
              "%s: data port %s:%d: %s".formatted(name, host, port, e.getMessage()),
              e);
      try {
        if (channel != null) {
          channel.close();
        }
      } catch (IOException closing) {
        failure.addSuppressed(closing);
      }
      throw failure;
    }
  }
}
