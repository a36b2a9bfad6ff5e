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
    session = new SessionMemory(directory, engine, 1, 2 * ROW);
    memory =
        session.open(
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
