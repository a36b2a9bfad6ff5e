package io.kvreshard.agent.memory;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.proto.runtime.v1.Gather;
import io.kvreshard.proto.runtime.v1.Scatter;
import io.kvreshard.proto.runtime.v1.Segment;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine that answers when the test says so. One token of one head: a stream of two rows. */
class AssistedMemoryTest {
  private static final int ROW = OneToken.ROW;

  @TempDir Path directory;
  private final SlowEngine engine = new SlowEngine();
  private SessionMemory session;
  private ParticipantMemory memory;
  private DenseStream stream;

  /** Keeps what it is asked for. */
  private static final class SlowEngine implements RowMover {
    final BlockingQueue<CompletableFuture<Boolean>> moves = new LinkedBlockingQueue<>();
    final List<Integer> slots = new ArrayList<>();

    @Override
    public void attachRing(RingPlace place, int slotCount, int slotBytes) {}

    @Override
    public CompletableFuture<?> gather(String operation, Gather gather) {
      return move(gather.getSlot());
    }

    @Override
    public CompletableFuture<?> scatter(String operation, Scatter scatter) {
      return move(scatter.getSlot());
    }

    private CompletableFuture<?> move(int slot) {
      slots.add(slot);
      CompletableFuture<Boolean> move = new CompletableFuture<>();
      moves.add(move);
      return move;
    }

    CompletableFuture<Boolean> next() throws InterruptedException {
      CompletableFuture<Boolean> move = moves.poll(5, TimeUnit.SECONDS);
      if (move == null) {
        throw new AssertionError("the engine was not asked");
      }
      return move;
    }
  }

  @BeforeEach
  void open() throws Exception {
    stream = OneToken.stream();
    open(1);
  }

  private void open(int slots) throws Exception {
    session = new SessionMemory(directory, new Workshop(directory), engine, slots, 2 * ROW);
    memory = opened();
  }

  private ParticipantMemory opened() throws Exception {
    return session.open(
        "default",
        OneToken.binding(),
        OneToken.layout(Segment.newBuilder().setKind(Segment.Kind.ASSISTED)));
  }

  @AfterEach
  void close() {
    memory.close();
    session.end("the test is over");
    assertThat(ringFiles()).isEmpty();
  }

  private List<Path> ringFiles() {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aMoveThatWasGivenUpIsNotQuietUntilTheEngineAnswers() throws Exception {
    FutureTask<Object> gather = new FutureTask<>(this::gather);
    Thread thread = Thread.ofVirtual().start(gather);
    CompletableFuture<Boolean> move = engine.next();
    thread.interrupt();
    assertThatThrownBy(() -> gather.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(memory.quiesce(ofMillis(50))).isFalse();
    move.complete(true);
    assertThat(memory.quiesce(ofSeconds(5))).isTrue();
  }

  @Test
  void aSlotThatTheEngineMayTouchIsNobodyElses() throws Exception {
    Future<Object> first = async();
    CompletableFuture<Boolean> move = engine.next();
    final Future<Object> second = async();
    await().during(ofMillis(100)).until(() -> engine.slots.size() == 1);
    move.completeExceptionally(new MemoryFailure(Kind.REFUSED, "no"));
    assertThatThrownBy(() -> first.get(5, TimeUnit.SECONDS))
        .cause()
        .isInstanceOfSatisfying(
            MemoryFailure.class, e -> assertThat(e.kind()).isEqualTo(Kind.REFUSED));
    engine.next().complete(true);
    second.get(5, TimeUnit.SECONDS);
    assertThat(engine.slots).containsExactly(0, 0);
  }

  @Test
  void theEndOfTheSessionIsTheEndOfItsMemory() throws Exception {
    session.end("the process is gone");
    engine.moves.clear();
    Future<Object> late = async();
    engine.next().complete(true);
    assertThatThrownBy(() -> late.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(MemoryFailure.class)
        .hasMessageContaining("the process is gone");
  }

  @Test
  void theEngineBeginsWithWhatIsExpected() throws Exception {
    reopen(4);
    StreamSource source = memory.source(stream);
    source.expect(0, ROW);
    source.expect(ROW, ROW);
    assertThat(engine.slots).hasSize(2);
    engine.next().complete(true);
    engine.next().complete(true);
    MemorySegment into = MemorySegment.ofArray(new byte[ROW]);
    source.gather(0, into);
    source.gather(ROW, into);
    assertThat(engine.slots).as("asked once for each").hasSize(2);
    assertThat(memory.quiesce(ofSeconds(5))).isTrue();
  }

  /** Or those who cannot wait would wait for one who keeps it as long as his connection is slow. */
  @Test
  void halfOfTheSlotsAreNotForWhatIsExpected() throws Exception {
    reopen(4);
    StreamSource source = memory.source(stream);
    for (int i = 0; i < 8; i++) {
      source.expect(0, ROW);
    }
    assertThat(engine.slots).hasSize(2);
    StreamSource alone = openedWithOneSlot();
    alone.expect(0, ROW);
    assertThat(engine.slots).hasSize(2);
  }

  private StreamSource openedWithOneSlot() throws Exception {
    reopen(1);
    return memory.source(stream);
  }

  @Test
  void whatWasExpectedInVainIsNotQuietUntilTheEngineAnswers() throws Exception {
    reopen(2);
    StreamSource source = memory.source(stream);
    source.expect(0, ROW);
    source.close();
    assertThat(memory.quiesce(ofMillis(50))).isFalse();
    engine.next().complete(true);
    assertThat(memory.quiesce(ofSeconds(5))).isTrue();
  }

  @Test
  void theEngineEmptiesASlotWhileTheNextIsFilled() throws Exception {
    reopen(2);
    StreamTarget target = memory.target(stream);
    MemorySegment row = MemorySegment.ofArray(new byte[ROW]);
    assertThat(target.scatter(0, row)).isEqualTo(ROW);
    final CompletableFuture<Boolean> first = engine.next();
    first.complete(true);
    target.scatter(ROW, row);
    engine.next().completeExceptionally(new MemoryFailure(Kind.REFUSED, "no such page"));
    assertThatThrownBy(target::finish).isInstanceOf(MemoryFailure.class).hasMessage("no such page");
  }

  @Test
  void whoComesTooLateKeepsNoSlot() throws Exception {
    reopen(4);
    StreamSource late = memory.source(stream);
    memory.close();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> late.expect(0, ROW)).hasMessageContaining("the operation is over");
    }
    memory = opened();
    StreamSource next = memory.source(stream);
    next.expect(0, ROW);
    next.expect(ROW, ROW);
    assertThat(engine.slots).hasSize(2);
    engine.next().complete(true);
    engine.next().complete(true);
  }

  private void reopen(int slots) throws Exception {
    memory.close();
    session.end("another one begins");
    open(slots);
  }

  private Future<Object> async() {
    FutureTask<Object> gather = new FutureTask<>(this::gather);
    Thread.ofVirtual().start(gather);
    return gather;
  }

  private Object gather() throws Exception {
    MemorySegment into = MemorySegment.ofArray(new byte[2 * ROW]);
    memory.source(stream).gather(0, into);
    return into;
  }
}
