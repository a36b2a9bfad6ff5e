package io.kvreshard.agent.runtime;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.kvreshard.agent.memory.Workshop;
import io.kvreshard.posix.Memfd;
import io.kvreshard.posix.Seal;
import io.kvreshard.posix.SeqPacketSocket;
import io.kvreshard.proto.runtime.v1.Give;
import io.kvreshard.proto.runtime.v1.MemoryRequest;
import io.kvreshard.proto.runtime.v1.Take;
import io.kvreshard.sim.link.MemoryLink;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may hand memory over, and what becomes of those who may not. */
class MemorySocketTest {
  private static final byte[] NOTHING = {1};

  @TempDir Path run;
  ServerFixture fixture;
  Path pod;
  TestEngine engine;
  ByteString token;
  Memfd memfd;

  @BeforeEach
  void start() throws Exception {
    fixture = new ServerFixture(run);
    pod = fixture.addPod(ServerFixture.POD);
    engine = fixture.engine(h -> h);
    token = engine.welcome().getMemoryToken();
    memfd = Memfd.create("kv", 4096);
    memfd.seal(Seal.F_SEAL_SHRINK);
  }

  @AfterEach
  void stop() {
    memfd.close();
    fixture.close();
  }

  private SeqPacketSocket stranger() throws IOException {
    return SeqPacketSocket.connect(pod.resolve("memory.sock"), ofSeconds(5));
  }

  private static long open() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    }
  }

  /** Open sockets would be counted by chance: of memfds only the test and the agent know. */
  private static long memfds() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.filter(MemorySocketTest::isMemfd).count();
    }
  }

  private static boolean isMemfd(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().contains("memfd:kv");
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void theSocketIsForEveryUserOfThePod() throws Exception {
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(pod.resolve("memory.sock"))))
        .isEqualTo("rw-rw-rw-");
    assertThat(token.size()).isEqualTo(32);
  }

  /** A pod that waits for the moment in which a socket is opened to all users. */
  @Test
  void aLinkInTheSocketsPlaceIsNotFollowed() throws Exception {
    Path secret = Files.writeString(run.resolve("secret"), "the agent's");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    PodDirectory directory = directory("pod-l");
    AtomicBoolean over = new AtomicBoolean();
    Thread pod = Thread.ofPlatform().start(() -> putLinks(directory.memorySocket(), secret, over));
    try {
      for (int i = 0; i < 50; i++) {
        MemoryDesk.open(directory, ofSeconds(2)).close();
      }
    } finally {
      over.set(true);
      pod.join();
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
        .isEqualTo("rw-------");
    assertThat(directory.workshop().folder()).isEmptyDirectory();
  }

  private PodDirectory directory(String name) throws IOException {
    Workshop workshop = new Workshop(run.resolve("w-" + name));
    workshop.open();
    return new PodDirectory(name, Files.createDirectories(run.resolve(name)), workshop);
  }

  private static void putLinks(Path place, Path to, AtomicBoolean over) {
    Path link = place.resolveSibling("link");
    while (!over.get()) {
      try {
        Files.createSymbolicLink(link, to);
        Files.move(link, place, REPLACE_EXISTING);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void aTokenOpensOneConnectionOnce() throws Exception {
    try (MemoryLink link = MemoryLink.open(pod, token)) {
      assertThatThrownBy(() -> MemoryLink.open(pod, token))
          .hasMessageContaining("the token is of no session of this pod, or was used before");
      link.give("kv", memfd);
    }
    assertThatThrownBy(() -> MemoryLink.open(pod, token)).isInstanceOf(IOException.class);
  }

  @Test
  void aTokenIsOfItsPodAndItsSessionOnly() throws Exception {
    Path other = fixture.addPod("pod-b");
    await().atMost(ofSeconds(10)).until(() -> Files.exists(other.resolve("memory.sock")));
    assertThatThrownBy(() -> MemoryLink.open(other, token)).hasMessageContaining("of no session");
    assertThatThrownBy(() -> MemoryLink.open(pod, ByteString.copyFrom(new byte[32])))
        .hasMessageContaining("of no session");
    assertThatThrownBy(() -> MemoryLink.open(pod, token.substring(1)))
        .hasMessageContaining("of no session");
    MemoryLink.open(pod, token).close();
  }

  @Test
  void aTokenEndsWithItsSession() throws Exception {
    engine.close();
    await().until(() -> fixture.heard.contains("left instance-tp0"));
    assertThatThrownBy(() -> MemoryLink.open(pod, token)).hasMessageContaining("of no session");
  }

  @Test
  void theEndOfTheSessionClosesConnectionAndMemory() throws Exception {
    final long before = memfds();
    try (MemoryLink link = MemoryLink.open(pod, token)) {
      link.give("kv", memfd);
      assertThat(memfds()).isEqualTo(before + 1);
      engine.close();
      await().until(() -> memfds() == before);
      assertThatThrownBy(() -> link.give("again", memfd)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void refusalsLeaveTheConnection() throws Exception {
    try (MemoryLink link = MemoryLink.open(pod, token);
        Memfd unsealed = Memfd.create("kv", 4096)) {
      assertThatThrownBy(() -> link.give("kv", unsealed)).hasMessageContaining("F_SEAL_SHRINK");
      assertThatThrownBy(() -> link.give("", memfd)).hasMessageContaining("1 to 253 characters");
      assertThatThrownBy(() -> link.take("ring-of-another"))
          .hasMessageContaining("nothing of this name is offered to this process");
      link.give("kv", memfd);
      assertThatThrownBy(() -> link.give("kv", memfd)).hasMessageContaining("was given before");
    }
  }

  @Test
  void whatIsAgainstTheProtocolEndsTheConnection() throws Exception {
    final long before = memfds();
    MemoryRequest give =
        MemoryRequest.newBuilder().setGive(Give.newBuilder().setName("kv")).build();
    MemoryRequest take =
        MemoryRequest.newBuilder().setTake(Take.newBuilder().setName("kv")).build();
    MemoryRequest present = MemoryRequest.newBuilder().setToken(token).build();
    for (byte[] bytes :
        List.of(NOTHING, new byte[MemoryGuest.MAX_PACKET_BYTES + 1], take.toByteArray())) {
      try (SeqPacketSocket stranger = stranger()) {
        stranger.send(bytes, ofSeconds(1));
        assertEnded(stranger);
      }
    }
    for (MemoryRequest request : List.of(give, present)) {
      try (SeqPacketSocket stranger = stranger()) {
        stranger.send(request.toByteArray(), memfd.descriptor(), ofSeconds(1));
        assertEnded(stranger);
      }
    }
    assertThat(memfds()).isEqualTo(before);
    try (SeqPacketSocket known = stranger()) {
      known.send(present.toByteArray(), ofSeconds(1));
      known.receive(4096, ofSeconds(5)).close();
      known.send(give.toByteArray(), ofSeconds(1));
      assertEnded(known);
    }
  }

  private static void assertEnded(SeqPacketSocket socket) {
    assertThatThrownBy(() -> socket.receive(4096, ofSeconds(5))).isInstanceOf(EOFException.class);
  }

  @Test
  void whoDoesNotReadItsAnswersIsLeft() throws Exception {
    try (SeqPacketSocket deaf = stranger()) {
      deaf.send(MemoryRequest.newBuilder().setToken(token).build().toByteArray(), ofSeconds(1));
      byte[] take =
          MemoryRequest.newBuilder().setTake(Take.newBuilder().setName("kv")).build().toByteArray();
      assertThatThrownBy(
              () -> {
                while (true) {
                  deaf.send(take, ofSeconds(5));
                }
              })
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void strangersAreFewAndSoonForgotten() throws Exception {
    PodDirectory directory = directory("pod-c");
    long before = open();
    List<SeqPacketSocket> strangers = new ArrayList<>();
    try (MemoryDesk _ = MemoryDesk.open(directory, ofSeconds(2))) {
      assertThatThrownBy(
              () -> {
                while (true) {
                  strangers.add(SeqPacketSocket.connect(directory.memorySocket(), ofMillis(100)));
                }
              })
          .isInstanceOf(SocketTimeoutException.class);
      assertThat(strangers).hasSizeLessThan(3 * MemoryDesk.MAX_STRANGERS);
      assertThatThrownBy(() -> strangers.getFirst().receive(64, ofSeconds(10)))
          .as("dropped for its silence")
          .isInstanceOf(EOFException.class);
      // All that wait get their turn, and theirs ends, too.
      assertThatThrownBy(() -> strangers.getLast().receive(64, ofSeconds(10)))
          .isInstanceOf(EOFException.class);
    }
    strangers.forEach(SeqPacketSocket::close);
    await().until(() -> open() <= before);
  }
}
