package io.kvreshard.agent.memory;

import static io.kvreshard.posix.Seal.F_SEAL_GROW;
import static io.kvreshard.posix.Seal.F_SEAL_SEAL;
import static io.kvreshard.posix.Seal.F_SEAL_SHRINK;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.posix.Descriptor;
import io.kvreshard.posix.Memfd;
import io.kvreshard.proto.runtime.v1.Segment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where an engine's process finds the ring: a memfd where it can take one, else a file. */
class RingPlaceTest {
  private static final int SLOTS = 4;
  private static final int BYTES = OneToken.BYTES;

  @TempDir Path directory;
  private final RingKeeper engine = new RingKeeper();
  private SessionMemory session;
  private Handover handover;

  @BeforeEach
  void begin() {
    session = new SessionMemory(directory, new Workshop(directory), engine, SLOTS, BYTES);
    handover = session.handover();
  }

  @AfterEach
  void nothingIsLeft() {
    session.end("the test is over");
    assertThat(directory).isEmptyDirectory();
  }

  private ParticipantMemory assisted() throws Exception {
    return session.open(
        "default",
        OneToken.binding(),
        OneToken.layout(Segment.newBuilder().setKind(Segment.Kind.ASSISTED)));
  }

  @Test
  void aConnectedProcessTakesASealedMemfd() throws Exception {
    handover.connected(Optional.empty());
    try (ParticipantMemory _ = assisted()) {
      assertThat(directory).isEmptyDirectory();
      String name = ((RingPlace.Offered) engine.place.orElseThrow()).name();
      Descriptor offered = handover.offered(name).orElseThrow();
      assertThat(new Memfd(offered).seals())
          .containsExactlyInAnyOrder(F_SEAL_SHRINK, F_SEAL_GROW, F_SEAL_SEAL);
      try (FileChannel ring = offered.channel()) {
        assertThat(ring.size()).isEqualTo(SLOTS * BYTES);
      }
      assertThat(handover.offered("another")).isEmpty();
      SessionMemory foreign =
          new SessionMemory(directory, new Workshop(directory), engine, SLOTS, BYTES);
      assertThat(foreign.handover().offered(name)).isEmpty();
      session.end("the process is gone");
      assertThat(handover.offered(name)).isEmpty();
    }
  }

  @Test
  void aProcessThatIsNotConnectedAnyMoreFindsAFile() throws Exception {
    handover.connected(Optional.empty());
    handover.disconnected();
    try (ParticipantMemory _ = assisted()) {
      String name = ((RingPlace.PodFile) engine.place.orElseThrow()).name();
      assertThat(directory.resolve(name)).isRegularFile().hasSize(SLOTS * BYTES);
    }
  }
}
