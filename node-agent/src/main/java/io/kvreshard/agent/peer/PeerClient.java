package io.kvreshard.agent.peer;

import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.proto.peer.v1.PeerHello;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Opens channels to agents of other nodes. */
public final class PeerClient {
  private static final long KEEP_ALIVE_SECONDS = 10;

  private final PeerTls tls;
  private final PeerIdentity identity;

  public PeerClient(PeerTls tls, PeerIdentity identity) {
    this.tls = tls;
    this.identity = identity;
  }

  /**
   * Connects and greets.
   *
   * @param endpoint "host:port"
   * @param incarnation the agent that the operation was planned with; another is refused
   * @throws FailedException PeerUnreachable; PeerFailed if another agent answers
   */
  public RemotePeer connect(String node, String endpoint, String incarnation, Duration patience)
      throws FailedException, InterruptedException {
    ManagedChannel channel =
        Grpc.newChannelBuilder(endpoint, tls.client())
            .overrideAuthority(PeerTls.AUTHORITY)
            .maxInboundMessageSize(PeerServer.MAX_MESSAGE_BYTES)
            .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
            .disableRetry()
            .build();
    RemotePeer peer = new RemotePeer(node, channel);
    try {
      check(node, endpoint, incarnation, peer.greet(identity.hello(), patience));
      return peer;
    } catch (FailedException | InterruptedException | RuntimeException e) {
      peer.close();
      throw e;
    }
  }

  private void check(String node, String endpoint, String incarnation, PeerHello hello)
      throws FailedException {
    identity.requireCommonVersion(hello);
    if (!hello.getNodeName().equals(node)) {
      throw new FailedException(
          FailureReason.PeerUnreachable,
          "the agent at %s is that of node %s, not of node %s"
              .formatted(endpoint, hello.getNodeName(), node));
    }
    if (!hello.getAgentIncarnation().equals(incarnation)) {
      throw new FailedException(
          FailureReason.PeerFailed,
          "the agent of node %s was restarted: the attempt was planned with incarnation %s, %s answers"
              .formatted(node, incarnation, hello.getAgentIncarnation()));
    }
  }
}
