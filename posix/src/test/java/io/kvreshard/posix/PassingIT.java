package io.kvreshard.posix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A descriptor between two processes. */
class PassingIT {
  @TempDir Path directory;

  @Test
  void memoryOfAnotherProcessIsMappedWrittenAndOutlivesIt() throws Exception {
    Path path = directory.resolve("memory.sock");
    try (SeqPacketServer server = SeqPacketServer.bind(path, 1)) {
      Process peer =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "--enable-native-access=ALL-UNNAMED",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Peer.class.getName(),
                  path.toString())
              .inheritIO()
              .start();
      try (SeqPacketSocket socket = server.accept(ofSeconds(20));
          Arena arena = Arena.ofConfined()) {
        assertThat(socket.peer().pid()).isEqualTo((int) peer.pid());
        MemorySegment memory;
        try (Packet packet = socket.receive(64, ofSeconds(20));
            FileChannel channel = packet.descriptor().orElseThrow().channel()) {
          assertThat(new Memfd(packet.descriptor().orElseThrow()).seals())
              .contains(Seal.F_SEAL_SHRINK);
          memory = channel.map(MapMode.READ_WRITE, 0, 4096, arena);
        }
        assertThat(memory.getString(0)).isEqualTo("from the peer");
        memory.setString(100, "from the test!!");
        socket.send(new byte[] {1}, ofSeconds(5));
        assertThat(socket.receive(64, ofSeconds(20)).bytes())
            .asString(UTF_8)
            .isEqualTo("from the test!!");
        assertThatThrownBy(() -> socket.receive(64, ofSeconds(20)))
            .isInstanceOf(EOFException.class);
        assertThat(peer.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(memory.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 'f');
      } finally {
        peer.destroyForcibly();
      }
    }
  }
}
