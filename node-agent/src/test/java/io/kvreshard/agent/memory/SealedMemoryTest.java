package io.kvreshard.agent.memory;

import static io.kvreshard.posix.Seal.F_SEAL_GROW;
import static io.kvreshard.posix.Seal.F_SEAL_SHRINK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import io.kvreshard.posix.Descriptor;
import io.kvreshard.posix.Memfd;
import io.kvreshard.posix.Seal;
import io.kvreshard.proto.runtime.v1.Segment;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which memfds the agent maps, and for how long. */
class SealedMemoryTest {
  private static final int BYTES = OneToken.BYTES;

  @TempDir Path directory;
  private SessionMemory session;
  private Handover handover;
  private String before;

  @BeforeEach
  void begin() throws Exception {
    // What Java opens and maps for itself is there before it is counted.
    try (Memfd memfd = Memfd.create("first", BYTES);
        FileChannel channel = memfd.channel()) {
      assertThat(channel.size()).isEqualTo(BYTES);
    }
    before = held();
    session = new SessionMemory(directory, new Workshop(directory), new RingKeeper(), 1, BYTES);
    handover = session.handover();
  }

  @AfterEach
  void nothingIsHeldAfterwards() throws Exception {
    session.end("the test is over");
    assertThat(held()).isEqualTo(before);
  }

  /** The memfds that this process has open or mapped; what others have in it comes and goes. */
  private static String held() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"));
        Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
      return "%d open, %d mapped"
          .formatted(
              all.filter(SealedMemoryTest::isMemfd).count(),
              maps.filter(line -> line.contains("/memfd:")).count());
    }
  }

  private static boolean isMemfd(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("/memfd:");
    } catch (IOException e) {
      // Closed meanwhile.
      return false;
    }
  }

  private static Descriptor memfd(byte[] content, Seal... seals) throws IOException {
    Memfd memfd = Memfd.create("kv", BYTES);
    try (FileChannel channel = memfd.channel()) {
      channel.write(ByteBuffer.wrap(content), 0);
    }
    memfd.seal(seals);
    return memfd.descriptor();
  }

  private static byte[] content() {
    byte[] content = new byte[BYTES];
    for (int i = 0; i < BYTES; i++) {
      content[i] = (byte) (i + 1);
    }
    return content;
  }

  private ParticipantMemory open(String name) throws Exception {
    return session.open(
        "default",
        OneToken.binding(),
        OneToken.layout(Segment.newBuilder().setKind(Segment.Kind.SEALED_MEMFD).setPath(name)));
  }

  private static byte[] gathered(ParticipantMemory memory) throws Exception {
    MemorySegment into = MemorySegment.ofArray(new byte[BYTES]);
    memory.source(OneToken.stream()).gather(0, into);
    return (byte[]) into.heapBase().orElseThrow();
  }

  @Test
  void theEnginesMemoryIsReadAndWrittenInPlace() throws Exception {
    Descriptor given = memfd(content(), F_SEAL_SHRINK);
    assertThat(handover.give("kv", given)).isEmpty();
    try (FileChannel engines = given.channel();
        ParticipantMemory memory = open("kv")) {
      assertThat(gathered(memory)).isEqualTo(content());
      byte[] other = new byte[BYTES];
      memory.target(OneToken.stream()).scatter(0, MemorySegment.ofArray(other));
      ByteBuffer seen = ByteBuffer.allocate(BYTES);
      engines.read(seen, 0);
      assertThat(seen.array()).isEqualTo(other);
    }
  }

  @Test
  void isMappedOnceAndUntilItsLastUserIsGone() throws Exception {
    handover.give("kv", memfd(content(), F_SEAL_SHRINK));
    ParticipantMemory first = open("kv");
    String once = held();
    ParticipantMemory second = open("kv");
    assertThat(held()).isEqualTo(once).contains("1 mapped");
    second.close();
    session.end("the process is gone");
    assertThat(held()).as("a user is there").contains("1 mapped");
    assertThatThrownBy(() -> gathered(first)).hasMessageContaining("the process is gone");
    first.close();
    assertThat(held()).isEqualTo(before);
    assertThatThrownBy(() -> open("kv")).hasMessageContaining("the process is gone");
  }

  @Test
  void theEndOfTheConnectionTakesNothingBack() throws Exception {
    handover.connected(Optional.empty());
    handover.give("kv", memfd(content(), F_SEAL_SHRINK));
    handover.disconnected();
    try (ParticipantMemory memory = open("kv")) {
      assertThat(gathered(memory)).isEqualTo(content());
    }
  }

  @Test
  void whatMayBeTruncatedIsRefused() throws Exception {
    assertThat(handover.give("kv", memfd(content(), F_SEAL_GROW)))
        .hasValue("kv is no memfd that is sealed with F_SEAL_SHRINK: seal it before you give it");
    assertThat(handover.give("kv", memfd(content(), F_SEAL_SHRINK, Seal.F_SEAL_WRITE)))
        .hasValueSatisfying(why -> assertThat(why).contains("sealed against writing"));
    assertThat(held()).isEqualTo(before);
    assertThat(handover.give("kv", memfd(content(), F_SEAL_SHRINK))).isEmpty();
    assertThat(handover.give("kv", memfd(content(), F_SEAL_SHRINK)))
        .hasValue("kv was given before: take another name");
  }

  @Test
  void whatIsNotAsAnnouncedIsRefused() throws Exception {
    assertRefused("never", "the process gave no memfd never in this session");
    Memfd small = Memfd.create("small", BYTES - 1);
    small.seal(F_SEAL_SHRINK);
    handover.give("small", small.descriptor());
    assertRefused("small", "memfd small has 31 bytes, announced were 32");
    Memfd untouched = Memfd.create("untouched", BYTES);
    untouched.seal(F_SEAL_SHRINK);
    handover.give("untouched", untouched.descriptor());
    assertRefused("untouched", "memfd untouched has pages that are not in memory");
  }

  private void assertRefused(String name, String why) {
    assertThatThrownBy(() -> open(name))
        .isInstanceOfSatisfying(
            MemoryFailure.class, e -> assertThat(e.kind()).isEqualTo(Kind.REFUSED))
        .hasMessageContaining("region kv: " + why);
  }

  @Test
  void whatAnotherSessionHasIsNotThere() throws Exception {
    SessionMemory another =
        new SessionMemory(directory, new Workshop(directory), new RingKeeper(), 1, BYTES);
    another.handover().give("kv", memfd(content(), F_SEAL_SHRINK));
    assertRefused("kv", "the process gave no memfd kv in this session");
    another.end("the test is over");
  }

  @Test
  void thereIsABoundOnWhatIsGiven() throws Exception {
    for (int i = 0; i < SharedFiles.MAX_FILES; i++) {
      assertThat(handover.give("kv-" + i, memfd(content(), F_SEAL_SHRINK))).isEmpty();
    }
    assertThat(handover.give("kv", memfd(content(), F_SEAL_SHRINK)))
        .hasValue("1024 memfds were given, which is the most");
  }

  @Test
  void whatCannotBeTruncatedSaysSo() throws Exception {
    handover.give("kv", memfd(content(), F_SEAL_SHRINK));
    Mapping mapping =
        new GivenMemfds(handover).use(List.of(new Wanted("kv", "kv", BYTES))).getFirst();
    assertThat(mapping.backing()).isInstanceOf(SealedMemfd.class);
    try (FileChannel channel = ((SealedMemfd) mapping.backing()).channel()) {
      ByteBuffer read = ByteBuffer.allocate(BYTES);
      channel.read(read, 0);
      assertThat(read.array()).isEqualTo(content());
    }
    mapping.unuse();
    mapping.end("the test is over");
  }
}
