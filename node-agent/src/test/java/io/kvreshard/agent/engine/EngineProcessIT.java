package io.kvreshard.agent.engine;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.engine.EngineProcess.Result;
import io.kvreshard.agent.engine.Move.End;
import io.kvreshard.agent.memory.MemoryFailure;
import io.kvreshard.agent.memory.MemoryFailure.Kind;
import io.kvreshard.agent.memory.StreamSource;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.core.stream.DenseStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One process a rank, as in production; processes die, freeze and come back. */
class EngineProcessIT {
  private static final End SOURCE = new End("source", "source");
  private static final End TARGET = new End("target", "target");

  @TempDir Path run;
  AgentRig agent;
  final List<EngineProcess> processes = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    agent = new AgentRig(run);
  }

  @AfterEach
  void stop() {
    processes.forEach(EngineProcess::close);
    agent.close();
  }

  private EngineProcess launch(String command, String engine, String... more) throws Exception {
    List<String> arguments =
        Stream.concat(
                Stream.of(
                    command,
                    "--engine=" + engine,
                    "--layers=4",
                    "--kv-heads=2",
                    "--tokens=600",
                    "--dir=" + agent.pod(engine),
                    "--pod-namespace=" + AgentRig.NAMESPACE,
                    "--pod-name=" + engine,
                    "--pod-uid=" + engine),
                Stream.of(more))
            .toList();
    EngineProcess process = EngineProcess.start(arguments.toArray(String[]::new));
    processes.add(process);
    return process;
  }

  private String address(String engine) {
    return run.resolve(engine + ".address").toString();
  }

  private EngineProcess coordinator(String engine, String... more) throws Exception {
    return launch(
        "coordinator",
        engine,
        Stream.concat(Stream.of("--address-file=" + address(engine)), Stream.of(more))
            .toArray(String[]::new));
  }

  private EngineProcess worker(String engine, String rank, String... more) throws Exception {
    return launch(
        "worker",
        engine,
        Stream.concat(
                Stream.of("--rank=" + rank, "--coordinator-file=" + address(engine)),
                Stream.of(more))
            .toArray(String[]::new));
  }

  private static final String[] TP2 = {"--tp=2", "--export=source"};

  private static String[] with(String[] common, String... more) {
    return Stream.concat(Stream.of(common), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void aMoveBetweenEnginesOfManyProcesses() throws Exception {
    coordinator("source", TP2);
    worker("source", "dp0-pp0-tp0", TP2);
    worker("source", "dp0-pp0-tp1", with(TP2, "--memory=memfd"));
    String[] target = {"--tp=4", "--layout=hnd", "--page-seed=9", "--reserve=target"};
    coordinator("target", target);
    for (int rank = 0; rank < 4; rank++) {
      String memory = rank < 2 ? "--memory=assisted" : "--memory=memfd";
      worker("target", "dp0-pp0-tp" + rank, with(target, memory));
    }
    assertThat(verify("target", 1)).hasSize(4).allMatch(l -> l.contains("\"committed\":false"));
    try (Move move = new Move(agent, "job/1/0", SOURCE, TARGET)) {
      assertThat(move.copyInChunks(100_000)).isEqualTo(move.plannedBytes());
      move.finish();
    }
    assertThat(verify("target", 0))
        .hasSize(4)
        .allMatch(l -> l.contains("\"committed\":true"))
        .allMatch(l -> l.contains("\"guardMismatches\":0,\"mismatches\":0"));
    assertThat(verify("source", 0)).hasSize(2);
  }

  @Test
  void theMemoryOfAnEnginesProcessesIsRead() throws Exception {
    coordinator("source", TP2);
    for (int rank = 0; rank < 2; rank++) {
      worker("source", "dp0-pp0-tp" + rank, with(TP2, "--memory=process"));
    }
    String[] target = {"--tp=4", "--layout=hnd", "--page-seed=9", "--reserve=target"};
    coordinator("target", target);
    worker("target", "all", target);
    try (Move move = new Move(agent, "job/1/0", SOURCE, TARGET)) {
      assertThat(move.copyInChunks(100_000)).isEqualTo(move.plannedBytes());
      move.finish();
    }
    assertThat(verify("target", 0))
        .allMatch(l -> l.contains("\"guardMismatches\":0,\"mismatches\":0"));
  }

  /** Nobody hears of the death but he who reads: the session is not ended yet. */
  @Test
  void whatIsReadOfAProcessThatDiesIsNobodys() throws Exception {
    String[] source = {"--export=source"};
    coordinator("source", source);
    EngineProcess victim = worker("source", "all", with(source, "--memory=process"));
    String[] target = {"--reserve=target"};
    coordinator("target", target);
    worker("target", "all", target);
    try (Move move = new Move(agent, "job/1/0", SOURCE, TARGET)) {
      DenseStream stream = move.stream("dp0-pp0-tp0", Set.of("dp0-pp0-tp0"));
      StreamSource dying = move.sourceMemory("dp0-pp0-tp0").source(stream);
      MemorySegment into = Arena.ofAuto().allocate(stream.bytes());
      dying.gather(0, into);
      victim.kill();
      assertThatThrownBy(() -> dying.gather(0, into))
          .isInstanceOfSatisfying(
              MemoryFailure.class, e -> assertThat(e.kind()).isEqualTo(Kind.TRANSIENT))
          .hasMessageContaining("ended");
    }
  }

  private List<String> verify(String engine, int status) throws Exception {
    agent.awaitOffer(engine);
    Result result = EngineProcess.run("verify", "--dir=" + agent.pod(engine));
    assertThat(result.lines()).isNotEmpty();
    assertThat(result.status()).isEqualTo(status);
    return result.lines();
  }

  @Test
  void theDeathOfAWorkerEndsTheEpochAndItsBindings() throws Exception {
    coordinator("source", TP2);
    worker("source", "dp0-pp0-tp0", TP2);
    EngineProcess victim = worker("source", "dp0-pp0-tp1", TP2);
    String[] target = {"--reserve=target"};
    coordinator("target", target);
    worker("target", "all", target);
    try (Move move = new Move(agent, "job/1/0", SOURCE, TARGET)) {
      final long epoch = agent.epoch("source");
      DenseStream stream = move.stream("dp0-pp0-tp0", Set.of("dp0-pp0-tp0"));
      StreamSource survivor = move.sourceMemory("dp0-pp0-tp0").source(stream);
      agent.forgetOffer("source");
      victim.kill();
      await().until(() -> members("source", epoch).isEmpty());
      assertThatThrownBy(() -> survivor.gather(0, Arena.ofAuto().allocate(stream.bytes())))
          .isInstanceOf(MemoryFailure.class)
          .hasMessageContaining("gone");
      assertThat(agent.server().all()).extracting(w -> w.group().name()).contains("target");
      worker("source", "dp0-pp0-tp1", TP2);
      agent.awaitOffer("source");
      assertThat(agent.epoch("source")).isNotEqualTo(epoch);
    }
    try (Move move = new Move(agent, "job/2/0", SOURCE, TARGET)) {
      move.copyLocally(100_000);
      move.finish();
    }
    verify("target", 0);
  }

  private List<RuntimeIdentity> members(String engine, long epoch) {
    return agent.server().all().stream()
        .filter(w -> w.group().name().equals(engine) && w.groupEpoch() == epoch)
        .toList();
  }

  @Test
  void enginesOutliveTheAgent() throws Exception {
    coordinator("source", TP2);
    worker("source", "all", TP2);
    agent.awaitOffer("source");
    List<RuntimeIdentity> before = agent.server().all();
    agent.coordinator("source").pin("job/1/0", "source", Move.LIMIT);
    agent.restart();
    agent.awaitOffer("source");
    assertThat(agent.server().all()).containsExactlyInAnyOrderElementsOf(before);
    agent.coordinator("source").pin("job/1/0", "source", Move.LIMIT);
    Result status = EngineProcess.run("status", "--dir=" + agent.pod("source"));
    assertThat(status.status()).isZero();
    assertThat(status.lines()).anyMatch(l -> l.contains("pinned by [job/1/0]"));
  }

  @Test
  void aFrozenWorkerIsTakenForDead() throws Exception {
    coordinator("source", TP2);
    worker("source", "dp0-pp0-tp0", TP2);
    EngineProcess frozen = worker("source", "dp0-pp0-tp1", TP2);
    agent.awaitOffer("source");
    long epoch = agent.epoch("source");
    agent.forgetOffer("source");
    frozen.signal("STOP");
    // gRPC probes after 10 s, no sooner.
    await().atMost(ofSeconds(20)).until(() -> members("source", epoch).isEmpty());
    assertThat(agent.firstLoss()).contains("dp0-pp0-tp1");
    frozen.signal("CONT");
    agent.awaitOffer("source");
    assertThat(agent.epoch("source")).isNotEqualTo(epoch);
  }
}
