package io.kvreshard.posix;

import static io.kvreshard.posix.Seal.F_SEAL_GROW;
import static io.kvreshard.posix.Seal.F_SEAL_SEAL;
import static io.kvreshard.posix.Seal.F_SEAL_SHRINK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Memory without a name, and what seals forbid. */
class MemfdTest {
  private static final int BYTES = 1 << 16;

  @Test
  void isMemoryOfItsSize() throws Exception {
    try (Memfd memfd = Memfd.create("test", BYTES);
        Arena arena = Arena.ofConfined();
        FileChannel one = memfd.channel();
        FileChannel other = memfd.channel()) {
      assertThat(one.size()).isEqualTo(BYTES);
      MemorySegment mapped = one.map(MapMode.READ_WRITE, 0, BYTES, arena);
      mapped.set(ValueLayout.JAVA_LONG, 4096, 42);
      assertThat(other.map(MapMode.READ_WRITE, 0, BYTES, arena).get(ValueLayout.JAVA_LONG, 4096))
          .isEqualTo(42);
      assertThat(Files.readString(Path.of("/proc/self/maps"))).contains("/memfd:test");
    }
  }

  @Test
  void whatIsSealedIsForbidden() throws Exception {
    try (Memfd memfd = Memfd.create("test", BYTES);
        FileChannel channel = memfd.channel()) {
      assertThat(memfd.seals()).isEmpty();
      memfd.seal(F_SEAL_SHRINK);
      memfd.seal(F_SEAL_GROW, F_SEAL_SEAL);
      assertThat(memfd.seals()).containsExactlyInAnyOrder(F_SEAL_SHRINK, F_SEAL_GROW, F_SEAL_SEAL);
      assertThatThrownBy(() -> channel.truncate(BYTES / 2)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> channel.write(ByteBuffer.allocate(1), BYTES))
          .isInstanceOf(IOException.class);
      assertThat(channel.size()).isEqualTo(BYTES);
      assertThatThrownBy(() -> memfd.seal(Seal.F_SEAL_WRITE))
          .isInstanceOf(PosixException.class)
          .hasMessage("fcntl: Operation not permitted");
    }
  }

  @Test
  void whatCannotBeSealedHasNoSeals() throws Exception {
    try (Memfd directory = new Memfd(SeqPacketSocket.socket(0))) {
      assertThat(directory.seals()).isEmpty();
    }
  }

  @Test
  void isClosedOnceAndForAll() throws Exception {
    long before = Descriptors.open();
    Memfd memfd = Memfd.create("test", BYTES);
    assertThat(Descriptors.open()).isEqualTo(before + 1);
    memfd.close();
    memfd.close();
    assertThat(Descriptors.open()).isEqualTo(before);
    assertThatThrownBy(memfd::channel).isInstanceOf(ClosedChannelException.class);
    assertThatThrownBy(memfd::seals).isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void staysOpenForACallThatRuns() throws Exception {
    long before = Descriptors.open();
    Memfd memfd = Memfd.create("test", BYTES);
    memfd
        .descriptor()
        .use(
            number -> {
              memfd.close();
              assertThat(Descriptors.open()).isEqualTo(before + 1);
              return number;
            });
    assertThat(Descriptors.open()).isEqualTo(before);
  }

  @Test
  void saysWhichCallFailedAndWhy() {
    assertThatThrownBy(() -> Memfd.create("test", -1))
        .isInstanceOf(PosixException.class)
        .hasMessage("ftruncate: Invalid argument");
    assertThatThrownBy(() -> Memfd.create("n".repeat(300), 1))
        .hasMessage("memfd_create: Invalid argument");
  }
}
