package io.kvreshard.posix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packets and descriptors between two ends of real sockets. */
class SeqPacketTest {
  private static final byte[] HELLO = "hello".getBytes(UTF_8);
  private static final int MAX = 64;

  @TempDir Path directory;
  private Path path;
  private SeqPacketServer server;
  private SeqPacketSocket here;
  private SeqPacketSocket there;
  private long before;

  @BeforeEach
  void connect() throws Exception {
    path = directory.resolve("memory.sock");
    server = SeqPacketServer.bind(path, 1);
    here = SeqPacketSocket.connect(path, ofSeconds(5));
    there = server.accept(ofSeconds(5));
    before = Descriptors.open();
  }

  @AfterEach
  void close() {
    here.close();
    there.close();
    server.close();
  }

  @Test
  void aPacketArrivesInOnePiece() throws Exception {
    here.send(HELLO, ofSeconds(1));
    here.send("again".getBytes(UTF_8), ofSeconds(1));
    assertThat(there.receive(MAX, ofSeconds(1)).bytes()).isEqualTo(HELLO);
    assertThat(there.receive(MAX, ofSeconds(1)).bytes()).asString(UTF_8).isEqualTo("again");
    there.send(HELLO, ofSeconds(1));
    Packet packet = here.receive(MAX, ofSeconds(1));
    assertThat(packet.descriptor()).isEmpty();
    assertThat(packet.bytes()).isEqualTo(HELLO);
  }

  @Test
  void aDescriptorIsTheSameFileOnTheOtherSide() throws Exception {
    try (Memfd memfd = Memfd.create("given", 4096)) {
      here.send(HELLO, memfd.descriptor(), ofSeconds(1));
      try (FileChannel mine = memfd.channel()) {
        mine.write(ByteBuffer.wrap(HELLO), 100);
      }
    }
    try (Packet packet = there.receive(MAX, ofSeconds(1));
        FileChannel theirs = packet.descriptor().orElseThrow().channel()) {
      ByteBuffer read = ByteBuffer.allocate(HELLO.length);
      theirs.read(read, 100);
      assertThat(flags(packet.descriptor().orElseThrow())).as("O_CLOEXEC").startsWith("02");
      assertThat(read.array()).isEqualTo(HELLO);
      assertThat(theirs.size()).isEqualTo(4096);
    }
    assertThat(Descriptors.open()).isEqualTo(before);
  }

  private static String flags(Descriptor descriptor) throws IOException {
    String info = descriptor.use(n -> Files.readString(Path.of("/proc/self/fdinfo/" + n)));
    return info.lines().filter(l -> l.startsWith("flags:")).findFirst().orElseThrow().substring(7);
  }

  @Test
  void twoDescriptorsAreOneTooManyAndThreeToo() throws Exception {
    for (int count = 2; count <= 3; count++) {
      try (Memfd memfd = Memfd.create("given", 4096);
          Arena arena = Arena.ofConfined()) {
        int number = memfd.descriptor().enter();
        int[] numbers = new int[count];
        Arrays.fill(numbers, number);
        here.send(Message.of(arena, HELLO, numbers), ofSeconds(1));
        memfd.descriptor().exit();
      }
      assertThatThrownBy(() -> there.receive(MAX, ofSeconds(1)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("more than one descriptor");
      assertThat(Descriptors.open()).as("surplus descriptors are closed").isEqualTo(before);
    }
  }

  @Test
  void aPacketThatIsTooLongIsRefusedWithItsDescriptor() throws Exception {
    try (Memfd memfd = Memfd.create("given", 4096)) {
      here.send(new byte[MAX + 1], memfd.descriptor(), ofSeconds(1));
    }
    assertThatThrownBy(() -> there.receive(MAX, ofSeconds(1)))
        .hasMessage("a packet is longer than 64 bytes");
    assertThat(Descriptors.open()).isEqualTo(before);
    here.send(new byte[MAX], ofSeconds(1));
    assertThat(there.receive(MAX, ofSeconds(1)).bytes()).hasSize(MAX);
  }

  @Test
  void nobodyWaitsForEver() throws Exception {
    assertThatThrownBy(() -> there.receive(MAX, ofMillis(30)))
        .isInstanceOf(SocketTimeoutException.class)
        .hasMessage("not within 30 ms");
    assertThatThrownBy(() -> server.accept(ofMillis(30)))
        .isInstanceOf(SocketTimeoutException.class);
    assertThatThrownBy(
            () -> {
              while (true) {
                here.send(new byte[1000], ofMillis(30));
              }
            })
        .isInstanceOf(SocketTimeoutException.class);
    List<SeqPacketSocket> waiting = new ArrayList<>();
    assertThatThrownBy(
            () -> {
              while (true) {
                waiting.add(SeqPacketSocket.connect(path, ofMillis(30)));
              }
            })
        .isInstanceOf(SocketTimeoutException.class);
    assertThat(waiting).as("the backlog").hasSize(2);
    waiting.forEach(SeqPacketSocket::close);
  }

  @Test
  void thePeersEndIsHeard() throws Exception {
    here.send(HELLO, ofSeconds(1));
    here.close();
    assertThat(there.receive(MAX, ofSeconds(1)).bytes()).isEqualTo(HELLO);
    assertThatThrownBy(() -> there.receive(MAX, ofSeconds(1))).isInstanceOf(EOFException.class);
    assertThatThrownBy(() -> there.send(HELLO, ofSeconds(1))).hasMessage("sendmsg: Broken pipe");
  }

  @Test
  void closingEndsTheWaitOfOthers() throws Exception {
    FutureTask<Object> receive = waits(() -> there.receive(MAX, ofSeconds(60)));
    FutureTask<Object> accept = waits(() -> server.accept(ofSeconds(60)));
    there.close();
    server.close();
    assertThatThrownBy(() -> receive.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(IOException.class);
    assertThatThrownBy(() -> accept.get(5, TimeUnit.SECONDS)).hasCauseInstanceOf(IOException.class);
    assertThat(Descriptors.open()).isEqualTo(before - 2);
  }

  private static FutureTask<Object> waits(Callable<Object> call) {
    FutureTask<Object> task = new FutureTask<>(call);
    Thread thread = Thread.ofPlatform().start(task);
    await().until(() -> List.of(thread.getStackTrace()).toString().contains("CLibrary.poll"));
    return task;
  }

  @Test
  void manyAreWaitedForAtOnce() throws Exception {
    assertThat(Poll.readable(List.of(server, there), ofMillis(10))).isEmpty();
    here.send(HELLO, ofSeconds(1));
    assertThat(Poll.readable(List.of(server, there), ofSeconds(5))).containsExactly(there);
    there.receive(MAX, ZERO);
    try (SeqPacketSocket _ = SeqPacketSocket.connect(path, ofSeconds(1))) {
      assertThat(Poll.readable(List.of(server, there), ofSeconds(5))).containsExactly(server);
    }
    there.close();
    assertThat(Poll.readable(List.of(there), ofSeconds(60))).as("closed").containsExactly(there);
    assertThat(Poll.readable(List.of(here), ofSeconds(60))).as("gone").containsExactly(here);
  }

  @Test
  void knowsItsPeer() throws Exception {
    Credentials peer = there.peer();
    assertThat(peer.pid()).isEqualTo(ProcessHandle.current().pid());
    assertThat(peer.uid()).isEqualTo((int) Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
  }

  @Test
  void aPathThatIsTakenTooLongOrNobodysIsAnError() {
    assertThatThrownBy(() -> SeqPacketServer.bind(path, 1))
        .hasMessage("bind: Address already in use");
    assertThatThrownBy(() -> SeqPacketServer.bind(directory.resolve("n".repeat(120)), 1))
        .hasMessageContaining("longer than 107 bytes");
    assertThatThrownBy(() -> SeqPacketSocket.connect(directory.resolve("none"), ofSeconds(1)))
        .hasMessage("connect: No such file or directory");
  }
}
