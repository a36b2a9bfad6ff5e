package io.kvreshard.e2e.failpoint;

import static org.awaitility.Awaitility.await;

import io.kvreshard.agent.peer.certificates.ThrowAwayCa;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.e2e.failpoint.Cast.Casting;
import io.kvreshard.failpoint.Program;
import io.kvreshard.sim.link.ControlSocket.Question;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/**
 * The system: source TP2 and target TP4 of a small model with two heads, so that every writer has a
 * target on both nodes and two replicas, and both kinds of memory meet in each direction. For one
 * thread.
 */
final class Rig implements AutoCloseable {
  static final String SYSTEM = "kvreshard-system";
  static final String NAMESPACE = "default";

  static final int NODES = 2;

  /** Seconds of the operators' Lease. */
  static final int LEASE_SECONDS = 6;

  /** Until operators give a lost agent up: longer than the stops that they are to wait for. */
  static final int QUARANTINE_SECONDS = 30;

  private static final Duration UP = Duration.ofMinutes(2);
  private static final Duration LOOK = Duration.ofMillis(20);

  private final Path root;
  private final DirectoryControlPlane plane;
  private final Path version;
  private final List<Subject> subjects;
  private final Engine source;
  private final Engine target;

  private Rig(Path root, Casting casting) throws IOException, GeneralSecurityException {
    this.root = root;
    var authority = ThrowAwayCa.create();
    for (var node : List.of("node-a", "node-b")) {
      authority.issue(root.resolve(node).resolve("tls"));
    }
    var objects = root.resolve("objects");
    plane = new DirectoryControlPlane(objects);
    version = objects.resolve(".version");
    var cast = casting.of(root, objects);
    source = cast.source();
    target = cast.target();
    subjects = cast.subjects();
  }

  /**
   * Starts all of it.
   *
   * @param root an empty folder with a short name: sockets lie in it
   */
  static Rig start(Path root) throws IOException, GeneralSecurityException {
    return start(root, Cast.small(Processes.STAGING_BYTES));
  }

  /**
   * The same with another cast.
   *
   * @param root an empty folder with a short name: sockets lie in it
   */
  static Rig start(Path root, Casting casting) throws IOException, GeneralSecurityException {
    var rig = new Rig(root, casting);
    rig.subjects.forEach(Subject::start);
    return rig;
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
    lasts(what, Duration.ZERO, limit, condition);
  }

  /** Waits until something has held for some time, all the time. */
  void lasts(String what, Duration time, Duration limit, BooleanSupplier condition) {
    try {
      await(what)
          .pollInSameThread()
          .pollDelay(Duration.ZERO)
          .pollInterval(LOOK)
          .during(time)
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

  /**
   * Has an engine begin anew and waits until a job can use it. One that has dropped its snapshot
   * and lost its epoch has nothing to offer before.
   */
  void renew(Engine engine, SnapshotPhase phase) {
    until("the coordinator of " + engine.snapshot(), UP, () -> engine.coordinator().isPresent());
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

  /** Kills all processes of engines, and waits until their successors are in business. */
  void restart(Engine... engines) {
    var processes =
        Stream.of(engines)
            .flatMap(engine -> subjects.stream().filter(it -> belongs(it, engine)))
            .toList();
    processes.forEach(Subject::kill);
    until(
        "new processes of the engines",
        UP,
        () ->
            processes.stream().allMatch(Subject::alive)
                && Stream.of(engines).allMatch(Rig::inBusiness));
  }

  private static boolean belongs(Subject subject, Engine engine) {
    return subject.name().startsWith(engine.snapshot() + "-");
  }

  /** Every process runs, and both engines are in business. */
  boolean isWhole() {
    return subjects.stream().allMatch(Subject::alive)
        && source.coordinator().isPresent()
        && source.workers(Question.STATUS).size() == source.ranks()
        && target.ready().isPresent();
  }

  private static boolean inBusiness(Engine engine) {
    return engine.ready().isPresent() && engine.workers(Question.STATUS).size() == engine.ranks();
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
    try (var file = FileChannel.open(version, StandardOpenOption.WRITE);
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
