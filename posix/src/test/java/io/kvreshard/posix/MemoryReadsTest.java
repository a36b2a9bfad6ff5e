package io.kvreshard.posix;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reading this process's memory as if it were another's, and that of one that ends. */
class MemoryReadsTest {
  private final Arena arena = Arena.ofConfined();

  @AfterEach
  void free() {
    arena.close();
  }

  private static PidFd self() throws IOException {
    return PidFd.open((int) ProcessHandle.current().pid());
  }

  @Test
  void piecesComeOneBehindTheOther() throws Exception {
    MemorySegment there = arena.allocateFrom("0123456789");
    MemorySegment here = arena.allocate(8);
    try (PidFd self = self()) {
      MemoryReads reads = new MemoryReads(self);
      reads.add(there.address() + 7, 3);
      reads.add(there.address(), 2);
      assertThat(reads.bytes()).isEqualTo(5);
      assertThat(reads.read(here, 1)).isTrue();
      assertThat(reads.bytes()).isZero();
    }
    assertThat(here.toArray(ValueLayout.JAVA_BYTE)).isEqualTo("\00078901\0\0".getBytes(US_ASCII));
  }

  @Test
  void oneCallTakesAThousandPieces() throws Exception {
    MemorySegment there = arena.allocate(4096);
    there.fill((byte) 7);
    MemorySegment here = arena.allocate(2048);
    try (PidFd self = self()) {
      MemoryReads reads = new MemoryReads(self);
      for (int i = 0; i < 1024; i++) {
        assertThat(reads.full()).isFalse();
        reads.add(there.address() + 2L * i, 1);
      }
      assertThat(reads.full()).isTrue();
      assertThat(reads.read(here, 0)).isTrue();
    }
    assertThat(here.get(ValueLayout.JAVA_BYTE, 1023)).isEqualTo((byte) 7);
    assertThat(here.get(ValueLayout.JAVA_BYTE, 1024)).isZero();
  }

  @Test
  void whatIsNotThereIsAnError() throws Exception {
    MemorySegment there = arena.allocate(8);
    MemorySegment here = arena.allocate(16);
    try (PidFd self = self()) {
      MemoryReads reads = new MemoryReads(self);
      reads.add(there.address(), 8);
      reads.add(4096, 8);
      assertThatThrownBy(() -> reads.read(here, 0))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("of 16 bytes")
          .hasMessageContaining("only 8 can be read");
      reads.add(4096, 8);
      assertThatThrownBy(() -> reads.read(here, 0)).hasMessage("process_vm_readv: Bad address");
    }
  }

  @Test
  void aProcessThatHasEndedIsNobody() throws Exception {
    Process child = new ProcessBuilder("sleep", "600").start();
    try (PidFd process = PidFd.open((int) child.pid())) {
      child.destroyForcibly().waitFor();
      MemoryReads reads = new MemoryReads(process);
      reads.add(4096, 8);
      assertThat(reads.read(arena.allocate(8), 0)).isFalse();
    }
    assertThatThrownBy(() -> PidFd.open((int) child.pid())).isInstanceOf(IOException.class);
  }
}
