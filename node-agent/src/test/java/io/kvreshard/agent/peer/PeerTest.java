package io.kvreshard.agent.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.peer.certificates.ThrowAwayCa;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.proto.peer.v1.ContentsRequest;
import io.kvreshard.proto.peer.v1.JoinRequest;
import io.kvreshard.proto.peer.v1.LandedReport;
import io.kvreshard.proto.peer.v1.PagesRequest;
import io.kvreshard.proto.peer.v1.SideDigests;
import io.kvreshard.proto.peer.v1.StreamRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two agents' ends of peer.proto over real TLS. */
final class PeerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final PeerIdentity B = new PeerIdentity("node-b", "inc-b", List.of("Ordinal/1"));

  @TempDir private Path directory;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final FakePeer fake = new FakePeer();
  private ThrowAwayCa ca;
  private PeerServer server;
  private PeerTls serverTls;

  @BeforeEach
  void start() throws Exception {
    ca = ThrowAwayCa.create();
    ca.issue(directory.resolve("b"));
    serverTls = PeerTls.open(directory.resolve("b"), timer);
    server =
        PeerServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), serverTls, B, fake);
  }

  @AfterEach
  void stop() {
    server.close();
    serverTls.close();
    timer.shutdownNow();
  }

  private String endpoint() {
    return "127.0.0.1:" + server.port();
  }

  private RemotePeer connect(String node, String incarnation) throws Exception {
    ca.issue(directory.resolve("a"));
    return connect(PeerTls.open(directory.resolve("a"), timer), node, incarnation);
  }

  private RemotePeer connect(PeerTls tls, String node, String incarnation) throws Exception {
    var identity = new PeerIdentity("node-a", "inc-a", List.of("Ordinal/1"));
    return new PeerClient(tls, identity).connect(node, endpoint(), incarnation, PATIENCE);
  }

  private static void fails(FailureReason reason, String sentence, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            FailedException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(reason);
              assertThat(e.sentence()).contains(sentence);
            });
  }

  @Test
  void callsAndTypedFailuresPass() throws Exception {
    try (RemotePeer peer = connect("node-b", "inc-b")) {
      var pages = PagesRequest.newBuilder().setGroup("default").build();
      assertThat(peer.pages(pages, PATIENCE).getGroup()).isEqualTo("default");
      var contents = ContentsRequest.newBuilder().setMaxBytes(Contents.MOST_PART_BYTES).build();
      assertThat(peer.contents(contents, PATIENCE).size()).isEqualTo(Contents.MOST_PART_BYTES);
      fails(
          FailureReason.PeerFailed,
          "the agent of node node-b at OpenStream: PlanMismatch: digests differ",
          () -> peer.openStream(StreamRequest.getDefaultInstance(), PATIENCE));
      fails(
          FailureReason.PeerUnreachable,
          "a fault",
          () -> peer.exchange(SideDigests.getDefaultInstance(), PATIENCE));
      fails(
          FailureReason.PeerUnreachable,
          "did not answer Join in time",
          () -> peer.join(JoinRequest.getDefaultInstance(), Duration.ofMillis(200)));
      peer.landed(LandedReport.newBuilder().setNodeName("node-a").build(), PATIENCE);
      peer.cancel("op", "because");
      await().until(() -> fake.heard.size() == 2);
      assertThat(fake.heard).containsExactly("landed node-a", "cancel op: because");
    }
  }

  @Test
  void aDeadAgentIsUnreachable() throws Exception {
    try (RemotePeer peer = connect("node-b", "inc-b")) {
      server.close();
      fails(
          FailureReason.PeerUnreachable,
          "the agent of node node-b at GetPages",
          () -> peer.pages(PagesRequest.getDefaultInstance(), PATIENCE));
    }
  }

  @Test
  void anotherNodeOrIncarnationIsNoticed() {
    fails(
        FailureReason.PeerUnreachable,
        "is that of node node-b, not of node node-c",
        () -> connect("node-c", "inc-b"));
    fails(
        FailureReason.PeerFailed,
        "the agent of node node-b was restarted",
        () -> connect("node-b", "inc-0"));
  }

  @Test
  void aCertificateOfAnotherAuthorityIsRefused() throws Exception {
    ThrowAwayCa.create().issue(directory.resolve("x"));
    PeerTls tls = PeerTls.open(directory.resolve("x"), timer);
    fails(FailureReason.PeerUnreachable, "", () -> connect(tls, "node-b", "inc-b"));
  }

  @Test
  void aCertificateOutOfDateIsRefused() throws Exception {
    ca.issue(directory.resolve("x"), PeerTls.AUTHORITY, Instant.now().minus(Duration.ofDays(11)));
    PeerTls tls = PeerTls.open(directory.resolve("x"), timer);
    fails(FailureReason.PeerUnreachable, "at Greet", () -> connect(tls, "node-b", "inc-b"));
    nobodyWasHeard();
  }

  @Test
  void whoHasNoCertificateIsRefused() throws Exception {
    var credentials =
        TlsChannelCredentials.newBuilder()
            .trustManager(directory.resolve("b").resolve(PeerTls.CA_FILE).toFile())
            .build();
    var channel =
        Grpc.newChannelBuilder(endpoint(), credentials)
            .overrideAuthority(PeerTls.AUTHORITY)
            .build();
    try (RemotePeer peer = new RemotePeer("node-b", channel)) {
      fails(
          FailureReason.PeerUnreachable,
          "the agent of node node-b at Landed",
          () -> peer.landed(LandedReport.getDefaultInstance(), PATIENCE));
    }
    nobodyWasHeard();
  }

  /** And whoever belongs here is. */
  private void nobodyWasHeard() throws Exception {
    assertThat(fake.heard).isEmpty();
    try (RemotePeer peer = connect("node-b", "inc-b")) {
      peer.landed(LandedReport.newBuilder().setNodeName("node-a").build(), PATIENCE);
    }
    assertThat(fake.heard).containsExactly("landed node-a");
  }

  @Test
  void aCertificateForAnotherNameIsRefused() throws Exception {
    ca.issue(directory.resolve("x"), "operator.kvreshard.internal");
    PeerTls tls = PeerTls.open(directory.resolve("x"), timer);
    fails(
        FailureReason.PeerUnreachable,
        "not for the DNS name agent.kvreshard.internal",
        () -> connect(tls, "node-b", "inc-b"));
  }

  @Test
  void plaintextIsRefused() {
    ManagedChannel channel =
        Grpc.newChannelBuilder(endpoint(), InsecureChannelCredentials.create()).build();
    try (RemotePeer peer = new RemotePeer("node-b", channel)) {
      fails(
          FailureReason.PeerUnreachable,
          "",
          () -> peer.pages(PagesRequest.getDefaultInstance(), PATIENCE));
    }
  }

  @Test
  void missingFilesAreNamed() {
    assertThatThrownBy(() -> PeerTls.open(directory.resolve("nowhere"), timer))
        .hasMessageContaining("nowhere (ca.crt, tls.crt, tls.key)");
  }
}
