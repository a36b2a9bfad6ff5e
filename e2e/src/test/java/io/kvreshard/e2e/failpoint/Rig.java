package io.kvreshard.e2e.failpoint;

import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.peer.certificates.ThrowAwayCa;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.failpoint.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The system: source TP2 and target TP4 of a small model with two heads, so that every writer has a
 * target on both nodes and two replicas, and both kinds of memory meet in each direction. For one
 * thread.
 */
final class Rig implements AutoCloseable {
  static final String SYSTEM = "kvreshard-system";
  static final String NAMESPACE = "default";

  /** Seconds of the operators' Lease. */
  static final int LEASE_SECONDS = 6;

  private static final Duration UP = Duration.ofMinutes(2);
  private static final Duration LOOK = Duration.ofMillis(20);

  private static final List<String> MODEL =
      List.of("--layers=4", "--kv-heads=2", "--head-dim=64", "--tokens=2048");

  private final Path root;
  private final DirectoryControlPlane plane;
  private final List<Subject> subjects = new ArrayList<>();
  private final Engine source;
  private final Engine target;

  private Rig(Path root) throws IOException, GeneralSecurityException {
    this.root = root;
    var authority = ThrowAwayCa.create();
    for (var node : List.of("node-a", "node-b")) {
      authority.issue(root.resolve(node).resolve("tls"));
    }
    plane = new DirectoryControlPlane(objects());
    operator("operator-1");
    operator("operator-2");
    agent("agent-a", "node-a");
    agent("agent-b", "node-b");
    source = engine("source", "node-a", List.of("--tp=2", "--export=source"), 2);
    worker(source, "source-a", "node-a", "dp0-pp0-tp0", "shared");
    worker(source, "source-b", "node-b", "dp0-pp0-tp1", "assisted");
    target =
        engine(
            "target",
            "node-b",
            List.of("--tp=4", "--layout=hnd", "--page-seed=9", "--reserve=target"),
            4);
    worker(target, "target-a", "node-a", "dp0-pp0-tp0,dp0-pp0-tp2", "assisted");
    worker(target, "target-b", "node-b", "dp0-pp0-tp1,dp0-pp0-tp3", "shared");
  }

  /**
   * Starts all of it.
   *
   * @param root an empty folder with a short name: sockets lie in it
   */
  static Rig start(Path root) throws IOException, GeneralSecurityException {
    var rig = new Rig(root);
    rig.subjects.forEach(Subject::start);
    return rig;
  }

  private Path objects() {
    return root.resolve("objects");
  }

  private void operator(String name) {
    add(
        name,
        Program.OPERATOR,
        "io.kvreshard.operator.local.LocalOperatorMain",
        List.of(objects().toString(), SYSTEM, Integer.toString(LEASE_SECONDS)));
  }

  private void agent(String name, String node) {
    var home = root.resolve(node);
    add(
        name,
        Program.AGENT,
        "io.kvreshard.agent.AgentMain",
        List.of(
            "--node=" + node,
            "--run-dir=" + home.resolve("run"),
            "--state-dir=" + home.resolve("state"),
            "--control-plane=directory:" + objects(),
            "--tls-dir=" + home.resolve("tls"),
            "--staging-bytes=" + (16 << 20),
            "--address=127.0.0.1",
            "--port=0",
            "--data-port=0",
            "--health-port=0"));
  }

  private Path pod(String engine, String node) throws IOException {
    return Files.createDirectories(root.resolve(node).resolve("run").resolve("s").resolve(engine));
  }

  private Engine engine(String name, String node, List<String> options, int ranks)
      throws IOException {
    var pods = List.of(pod(name, "node-a"), pod(name, "node-b"));
    var made = new Engine(name, pod(name, node), pods, ranks, options);
    process(
        made,
        name + "-coordinator",
        Program.COORDINATOR,
        node,
        List.of("coordinator", "--address-file=" + root.resolve(name + ".address")));
    return made;
  }

  private void worker(Engine engine, String name, String node, String ranks, String memory)
      throws IOException {
    process(
        engine,
        name,
        Program.WORKER,
        node,
        List.of(
            "worker",
            "--rank=" + ranks,
            "--memory=" + memory,
            "--coordinator-file=" + root.resolve(engine.snapshot() + ".address")));
  }

  private void process(
      Engine engine, String name, Program program, String node, List<String> command)
      throws IOException {
    var arguments = new ArrayList<>(command);
    arguments.addAll(MODEL);
    arguments.addAll(engine.options());
    arguments.addAll(
        List.of(
            "--engine=" + engine.snapshot(),
            "--dir=" + pod(engine.snapshot(), node),
            "--pod-uid=" + engine.snapshot(),
            "--pod-name=" + engine.snapshot() + "-" + node));
    add(name, program, "io.kvreshard.sim.SimEngineMain", arguments);
  }

  private void add(String name, Program program, String mainClass, List<String> arguments) {
    subjects.add(new Subject(name, program, mainClass, arguments, root));
  }

  Path root() {
    return root;
  }

  DirectoryControlPlane plane() {
    return plane;
  }

  Engine source() {
    return source;
  }

  Engine target() {
    return target;
  }

  List<Subject> subjects() {
    return subjects;
  }

  /** The processes of a role: one, or all operators. */
  List<Subject> subjects(String role) {
    return subjects.stream().filter(subject -> role(subject).equals(role)).toList();
  }

  /** Its name; operators have one in common, because any of them may lead. */
  static String role(Subject subject) {
    return subject.program() == Program.OPERATOR ? "operator" : subject.name();
  }

  /** Waits; meanwhile whoever has ended is started again. */
  void until(String what, Duration limit, BooleanSupplier condition) {
    try {
      await(what)
          .pollInSameThread()
          .pollDelay(Duration.ZERO)
          .pollInterval(LOOK)
          .atMost(limit)
          .until(
              () -> {
                subjects.forEach(Subject::look);
                return condition.getAsBoolean();
              });
    } catch (ConditionTimeoutException e) {
      throw new Violation("waited %d s for %s".formatted(limit.toSeconds(), what), e);
    }
  }

  /** Waits until source and target are there for a job; a cache that is not is begun anew. */
  void renew() {
    if (!offered(source, source.ready(), SnapshotPhase.Ready)) {
      renew(source, SnapshotPhase.Ready);
    }
    if (!offered(target, target.ready(), SnapshotPhase.Reserved)) {
      renew(target, SnapshotPhase.Reserved);
    }
  }

  /** Has an engine begin anew and waits until a job can use it. */
  void renew(Engine engine, SnapshotPhase phase) {
    until("all processes of " + engine.snapshot(), UP, () -> engine.ready().isPresent());
    var before = engine.ready();
    engine.renew();
    until(
        "a new offer of " + engine.snapshot(),
        UP,
        () -> {
          var now = engine.ready();
          return !now.equals(before) && offered(engine, now, phase);
        });
  }

  /** Whether the offer of this epoch is a KVSnapshot that is bound and free. */
  boolean offered(Engine engine, Optional<String> epoch, SnapshotPhase phase) {
    return epoch.isPresent()
        && snapshot(engine)
            .filter(it -> Snapshots.epoch(it).equals(epoch))
            .filter(it -> Snapshots.phase(it) == phase && Snapshots.usable(it))
            .isPresent();
  }

  Optional<KVSnapshot> snapshot(Engine engine) {
    return plane.get(KVSnapshot.class, NAMESPACE, engine.snapshot());
  }

  /**
   * SIGSTOP while nobody writes: a process that is stopped with the lock of the directory in its
   * hands would stop all others, as no client of an API server can.
   */
  void stop(Subject subject) {
    try (var file = FileChannel.open(objects().resolve(".version"), StandardOpenOption.WRITE);
        var _ = file.lock()) {
      subject.stop();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    subjects.forEach(Subject::close);
    plane.close();
  }
}
