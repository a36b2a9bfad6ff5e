package io.kvreshard.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.agent.engine.Move.End;
import io.kvreshard.agent.memory.MemoryFailure;
import io.kvreshard.agent.memory.StreamSource;
import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.sim.engine.MemoryKind;
import io.kvreshard.sim.engine.Trouble;
import io.kvreshard.sim.link.ControlSocket.Answer;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.sim.model.EngineConfig.Use;
import io.kvreshard.sim.model.KvLayout;
import io.kvreshard.sim.model.Parallel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes in and out of engines of all shapes and memory kinds, checked by the engines' own rule. */
class MoveTest {
  private static final End SOURCE = new End("source", "source");
  private static final End TARGET = new End("target", "target");

  @TempDir Path run;
  AgentRig agent;
  final List<LocalEngine> engines = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    agent = new AgentRig(run);
  }

  @AfterEach
  void stop() throws Exception {
    for (LocalEngine engine : engines) {
      engine.close();
    }
    agent.close();
  }

  private LocalEngine engine(EngineConfig config, MemoryKind memory, Trouble... troubles)
      throws Exception {
    LocalEngine engine = new LocalEngine(agent, config, memory, Set.of(troubles));
    engines.add(engine);
    return engine;
  }

  private static EngineConfig source(KvLayout layout) {
    return LocalEngine.config("source", Use.EXPORT, layout, new Parallel(2, 2, 1));
  }

  private static EngineConfig target(KvLayout layout) {
    return LocalEngine.config("target", Use.RESERVE, layout, new Parallel(8, 1, 1));
  }

  static Stream<Arguments> shapes() {
    KvLayout[] layouts = KvLayout.values();
    Stream<Arguments> memfds =
        Stream.of(
            Arguments.of(KvLayout.HND, MemoryKind.MEMFD, KvLayout.SGLANG, MemoryKind.MEMFD),
            Arguments.of(
                KvLayout.VLLM_2_BLOCKS, MemoryKind.MEMFD, KvLayout.HND, MemoryKind.ASSISTED),
            Arguments.of(KvLayout.SGLANG, MemoryKind.SHARED, KvLayout.HND, MemoryKind.MEMFD),
            Arguments.of(KvLayout.HND, MemoryKind.PROCESS, KvLayout.SGLANG, MemoryKind.SHARED),
            Arguments.of(
                KvLayout.VLLM_2_BLOCKS, MemoryKind.PROCESS, KvLayout.HND, MemoryKind.ASSISTED));
    Stream<Arguments> others =
        Stream.of(layouts)
            .flatMap(
                from ->
                    Stream.of(
                        Arguments.of(from, MemoryKind.SHARED, KvLayout.HND, MemoryKind.SHARED),
                        Arguments.of(from, MemoryKind.ASSISTED, KvLayout.SGLANG, MemoryKind.SHARED),
                        Arguments.of(
                            from, MemoryKind.SHARED, KvLayout.VLLM_2_BLOCKS, MemoryKind.ASSISTED),
                        Arguments.of(
                            from,
                            MemoryKind.ASSISTED,
                            KvLayout.VLLM_BLOCKS_2,
                            MemoryKind.ASSISTED)));
    return Stream.concat(memfds, others);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void everyByteArrives(KvLayout from, MemoryKind fromKind, KvLayout to, MemoryKind toKind)
      throws Exception {
    LocalEngine source = engine(source(from), fromKind);
    LocalEngine target = engine(target(to), toKind);
    try (Move move = new Move(agent, "job/1/0", SOURCE, TARGET)) {
      assertThat(move.copyLocally(10_000)).isEqualTo(move.plannedBytes());
      move.release();
    }
    assertThat(target.verify()).allMatch(Answer::well);
    try (Move move = new Move(agent, "job/2/0", SOURCE, TARGET)) {
      assertThat(target.verify()).as("emptied by the new attempt").anyMatch(a -> !a.well());
      // Longer than a slot of the ring.
      assertThat(move.copyInChunks(40_000)).isEqualTo(move.plannedBytes());
      move.finish();
    }
    assertThat(target.verify()).allMatch(Answer::well);
    assertThat(target.verify())
        .filteredOn(a -> !a.json().isEmpty())
        .hasSize(8)
        .allMatch(a -> a.json().contains("\"committed\":true"));
    assertThat(source.verify()).allMatch(Answer::well);
  }

  @Test
  void aTruncatedFileFailsOnlyItsOwnOperation() throws Exception {
    engine(source(KvLayout.VLLM_2_BLOCKS), MemoryKind.SHARED);
    engine(target(KvLayout.HND), MemoryKind.SHARED);
    try (Move move = new Move(agent, "job/1/0", SOURCE, TARGET)) {
      truncate("kv-dp0-pp0-tp0-");
      assertThatThrownBy(() -> readAll(move, "dp0-pp0-tp0"))
          .isInstanceOf(MemoryFailure.class)
          .hasMessageContaining("truncated");
      readAll(move, "dp0-pp0-tp1");
      readAll(move, "dp0-pp1-tp0");
    }
    assertThat(agent.server().all()).hasSize(1 + 4 + 1 + 8);
  }

  private void truncate(String prefix) throws Exception {
    try (Stream<Path> files = Files.list(agent.pod("source"))) {
      Path file =
          files
              .filter(p -> p.getFileName().toString().startsWith(prefix))
              .findFirst()
              .orElseThrow();
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(4096);
      }
    }
  }

  private static void readAll(Move move, String writer) throws Exception {
    DenseStream stream = move.stream(writer, Set.copyOf(move.targets()));
    StreamSource source = move.sourceMemory(writer).source(stream);
    MemorySegment all = Arena.ofAuto().allocate(stream.bytes());
    source.gather(0, all);
  }

  @Test
  void aQuietMemoryStaysQuiet() throws Exception {
    engine(source(KvLayout.HND), MemoryKind.SHARED);
    engine(target(KvLayout.HND), MemoryKind.ASSISTED);
    try (Move move = new Move(agent, "job/1/0", SOURCE, TARGET)) {
      String writer = move.writers().getFirst();
      assertThat(move.sourceMemory(writer).quiesce(Duration.ofSeconds(1))).isTrue();
      assertThatThrownBy(() -> readAll(move, writer)).isInstanceOf(MemoryFailure.class);
      String target = move.targets().getFirst();
      assertThat(move.targetMemory(target).quiesce(Duration.ofSeconds(1))).isTrue();
    }
  }

  @Test
  void wrongContentIsRefusedAtValidate() throws Exception {
    engine(source(KvLayout.HND), MemoryKind.SHARED);
    engine(target(KvLayout.HND), MemoryKind.SHARED);
    try (Move move = new Move(agent, "job/1/0", SOURCE, TARGET)) {
      assertThatThrownBy(move::finish)
          .isInstanceOf(RuntimeFailure.Refused.class)
          .hasMessageContaining("sampled bytes are wrong");
    }
  }

  @Test
  void oneReservationOneJob() throws Exception {
    engine(source(KvLayout.HND), MemoryKind.SHARED);
    engine(target(KvLayout.HND), MemoryKind.SHARED);
    try (Move _ = new Move(agent, "job/1/0", SOURCE, TARGET)) {
      assertThatThrownBy(() -> new Move(agent, "other/1/0", SOURCE, TARGET))
          .isInstanceOf(RuntimeFailure.Refused.class)
          .hasMessageContaining("belongs to operation job/1/0");
    }
  }

  static Stream<Arguments> troubles() {
    return Stream.of(
        Arguments.of(Trouble.REFUSE_PIN, RuntimeFailure.Refused.class),
        Arguments.of(Trouble.REFUSE_BIND, RuntimeFailure.Refused.class),
        Arguments.of(Trouble.FAIL_BIND_ONCE, RuntimeFailure.Transient.class),
        Arguments.of(Trouble.MISSING_TOKEN, RejectedException.class),
        Arguments.of(Trouble.OVERLAPPING_TENSORS, RejectedException.class),
        Arguments.of(Trouble.OVERHANGING_TENSOR, RejectedException.class));
  }

  @ParameterizedTest
  @MethodSource("troubles")
  void enginesThatDoWrongAreFoundOut(Trouble trouble, Class<? extends Exception> expected)
      throws Exception {
    engine(source(KvLayout.HND), MemoryKind.SHARED, trouble);
    engine(target(KvLayout.HND), MemoryKind.SHARED, trouble);
    assertThatThrownBy(() -> new Move(agent, "job/1/0", SOURCE, TARGET)).isInstanceOf(expected);
  }
}
