package io.kvreshard.agent.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files of an engine the agent maps. */
final class SharedFilesTest {
  private static final int MIB = 1 << 20;

  @TempDir private Path directory;

  private List<Mapping> use(String name, long bytes) throws MemoryFailure {
    return new SharedFiles(directory).use(List.of(new Wanted("kv", name, bytes)));
  }

  /** A file of 5 MiB, of which the engine has written only the beginning and the end. */
  private Path sparse(int writtenBytes) throws IOException {
    Path file = Files.write(directory.resolve("memory"), new byte[writtenBytes]);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(1), 5 * MIB - 1);
    }
    return file;
  }

  private boolean resident(Path file, long from, long bytes) throws IOException {
    try (Arena arena = Arena.ofConfined();
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(MapMode.READ_WRITE, 0, 5 * MIB, arena).asSlice(from, bytes).isLoaded();
    }
  }

  @Test
  void memoryThatTheEngineHasNotTouchedIsRefusedUntouched() throws Exception {
    Path file = sparse(4 * MIB + 4096);
    assertThatThrownBy(() -> use("memory", 5 * MIB))
        .isInstanceOfSatisfying(
            MemoryFailure.class, e -> assertThat(e.kind()).isEqualTo(Kind.REFUSED))
        .hasMessageContaining("region kv: " + file)
        .hasMessageContaining("from about byte 4194304 of 5242880")
        .hasMessageContaining("the engine must write to every page of a shared segment");
    assertThat(resident(file, 0, 4 * MIB)).isTrue();
    assertThat(resident(file, 4 * MIB + 8192, 4096)).isFalse();
  }

  @Test
  void touchedMemoryIsMappedOnceAndWhole() throws Exception {
    sparse(5 * MIB);
    List<Mapping> used = use("memory", 5 * MIB);
    assertThat(used).singleElement().satisfies(m -> assertThat(m.memory().isLoaded()).isTrue());
    used.forEach(Mapping::unuse);
    used.forEach(m -> m.end("the test is over"));
  }

  @Test
  void anotherSizeIsRefused() throws Exception {
    sparse(5 * MIB);
    assertThatThrownBy(() -> use("memory", 4 * MIB))
        .hasMessageContaining("region kv: ")
        .hasMessageContaining("has 5242880 bytes, announced were 4194304");
  }
}
