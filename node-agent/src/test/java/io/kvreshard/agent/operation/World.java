package io.kvreshard.agent.operation;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.agent.peer.certificates.ThrowAwayCa;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.transfer.JobDigest;
import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.crd.BoundCoordinator;
import io.kvreshard.crd.BoundParticipant;
import io.kvreshard.crd.JobRef;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskSpec;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskGroup;
import io.kvreshard.crd.TaskNode;
import io.kvreshard.crd.TaskSide;
import io.kvreshard.crd.TaskState;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.DirectoryControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Two agents, an engine with TP2 and one with TP8 (each head twice), both spread over both nodes.
 * The source's coordinator is on node-a, the target's on node-b. Tests are the operator.
 */
final class World implements AutoCloseable {
  static final String NAMESPACE = "kvreshard-system";
  static final String FINALIZER = "kvreshard.io/quiesce";

  final DirectoryControlPlane control;
  final TestAgent a;
  TestAgent b;
  final FakeEngine source;
  final FakeEngine target;
  final PlanSet plans;
  String planDigest;
  long attempt = 1;
  String jobUid = "uid-1";
  UnaryOperator<KVTransferTaskSpec> change = UnaryOperator.identity();
  private final ThrowAwayCa ca;
  private final Path directory;
  private final List<BoundParticipant> sources = new ArrayList<>();
  private final List<BoundParticipant> targets = new ArrayList<>();

  World(Path directory) throws Exception {
    control = new DirectoryControlPlane(directory.resolve("control"));
    ca = ThrowAwayCa.create();
    this.directory = directory;
    a = new TestAgent("node-a", "inc-a", control, ca, directory.resolve("tls-a"));
    b = new TestAgent("node-b", "inc-b", control, ca, directory.resolve("tls-b"));
    Path memory = Files.createDirectories(directory.resolve("memory"));
    source = new FakeEngine(memory, "src", SmallModel.placement("s", 2, 1), Layout.NHD);
    target = new FakeEngine(memory, "dst", SmallModel.placement("t", 8, 1), Layout.HND);
    plans = PlanSet.plan(source.placement, target.placement, null, SmallModel.SNAPSHOT);
    planDigest = plans.digest();
    a.runtimes.coordinators.add(source);
    b.runtimes.coordinators.add(target);
    for (FakeParticipant participant : source.participants.values()) {
      participant.fill();
    }
    place(source, "s0", a, sources);
    place(source, "s1", b, sources);
    for (int i = 0; i < 8; i++) {
      place(target, "t" + i, i < 4 ? b : a, targets);
    }
  }

  private static void place(
      FakeEngine engine, String id, TestAgent agent, List<BoundParticipant> side) {
    FakeParticipant participant = engine.participant(id);
    agent.runtimes.participants.add(participant);
    side.add(
        new BoundParticipant(
            id, engine.name + "-" + id, agent.node, participant.identity().instanceId()));
  }

  void start() {
    a.start();
    b.start();
  }

  /** A new agent of node-b, with the sessions of the old one. */
  void restartB() throws Exception {
    TestAgent old = b;
    old.close();
    b = new TestAgent("node-b", "inc-b2", control, ca, directory.resolve("tls-b2"));
    b.runtimes.coordinators.addAll(old.runtimes.coordinators);
    b.runtimes.participants.addAll(old.runtimes.participants);
    b.start();
  }

  OperationId operation() {
    return new OperationId(jobUid, attempt, 0);
  }

  void createTasks() throws ConflictException {
    control.create(
        new ConfigMapBuilder()
            .withMetadata(new ObjectMetaBuilder().withNamespace(NAMESPACE).withName("docs").build())
            .withData(
                Map.of(
                    SmallModel.SNAPSHOT.digest(), SmallModel.SNAPSHOT.toJson(),
                    source.placement.digest(), source.placement.toJson(),
                    target.placement.digest(), target.placement.toJson()))
            .build());
    createBothTasks();
  }

  void createBothTasks() throws ConflictException {
    createTask(a);
    createTask(b);
  }

  void createTask(TestAgent agent) throws ConflictException {
    KVTransferTask task = new KVTransferTask();
    task.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(NAMESPACE)
            .withName(name(agent))
            .addToFinalizers(FINALIZER)
            .build());
    task.setSpec(change.apply(spec(agent)));
    control.create(task);
  }

  private String name(TestAgent agent) {
    return jobUid + "-" + attempt + "-" + agent.node;
  }

  private KVTransferTaskSpec spec(TestAgent agent) {
    List<TaskNode> nodes = List.of(a.taskNode(), b.taskNode());
    return new KVTransferTaskSpec(
        new JobRef("models", "job", jobUid),
        attempt,
        agent.node,
        TaskCommand.Run,
        "docs",
        List.of(
            new TaskGroup(
                "default",
                SmallModel.SNAPSHOT.digest(),
                source.placement.digest(),
                target.placement.digest(),
                planDigest,
                null)),
        new TaskSide("snap-src", "src", coordinator("src", "node-a"), sources),
        new TaskSide("snap-dst", "dst", coordinator("dst", "node-b"), targets),
        nodes,
        null,
        20,
        true,
        null);
  }

  private static BoundCoordinator coordinator(String engine, String node) {
    return new BoundCoordinator(
        engine + "-c", node, Long.toString(FakeEngine.EPOCH), engine + "/coordinator");
  }

  /** The same spec at another pace. */
  static UnaryOperator<KVTransferTaskSpec> pace(long bytesPerSecond, long timeoutSeconds) {
    return s ->
        new KVTransferTaskSpec(
            s.job(),
            s.attempt(),
            s.nodeName(),
            s.command(),
            s.documents(),
            s.groups(),
            s.source(),
            s.target(),
            s.nodes(),
            bytesPerSecond,
            timeoutSeconds,
            s.releaseSource(),
            s.jobDigest());
  }

  KVTransferTask task(TestAgent agent) {
    return control.get(KVTransferTask.class, NAMESPACE, name(agent)).orElseThrow();
  }

  KVTransferTaskStatus until(TestAgent agent, Predicate<KVTransferTaskStatus> condition) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              KVTransferTaskStatus status = task(agent).getStatus();
              return status != null && condition.test(status);
            });
    return task(agent).getStatus();
  }

  KVTransferTaskStatus untilState(TestAgent agent, TaskState state) {
    return until(agent, status -> status.state() == state);
  }

  KVTransferTaskStatus untilQuiet(TestAgent agent, TaskState state) {
    return until(agent, status -> status.state() == state && status.quiesced() == Quiesced.True);
  }

  private String transferDigest(TestAgent agent) {
    var transfers = task(agent).getStatus().transfers();
    return Objects.requireNonNull(transfers).getFirst().transferDigest();
  }

  void command(TestAgent agent, TaskCommand command) {
    String digest =
        command == TaskCommand.Commit
            ? JobDigest.of(operation(), Map.of("default", transferDigest(agent)))
            : null;
    await()
        .ignoreException(ConflictException.class)
        .until(
            () -> {
              KVTransferTask task = task(agent);
              KVTransferTaskSpec s = task.getSpec();
              task.setSpec(
                  new KVTransferTaskSpec(
                      s.job(),
                      s.attempt(),
                      s.nodeName(),
                      command,
                      s.documents(),
                      s.groups(),
                      s.source(),
                      s.target(),
                      s.nodes(),
                      s.maxBytesPerSecond(),
                      s.progressTimeoutSeconds(),
                      s.releaseSource(),
                      digest));
              control.replace(task);
              return true;
            });
  }

  @Override
  public void close() throws java.io.IOException {
    a.close();
    b.close();
    control.close();
  }
}
