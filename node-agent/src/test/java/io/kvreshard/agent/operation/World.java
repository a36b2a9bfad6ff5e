package io.kvreshard.agent.operation;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.peer.certificates.ThrowAwayCa;
import io.kvreshard.agent.quarantine.Quarantine;
import io.kvreshard.core.transfer.JobDigest;
import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.crd.AfterSuccess;
import io.kvreshard.crd.BoundParticipant;
import io.kvreshard.crd.GroupTransfer;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVTransferTask;
import io.kvreshard.crd.KVTransferTaskSpec;
import io.kvreshard.crd.KVTransferTaskStatus;
import io.kvreshard.crd.NodeQuarantine;
import io.kvreshard.crd.Quiesced;
import io.kvreshard.crd.SnapshotContents;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskFailure;
import io.kvreshard.crd.TaskState;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.crd.control.InterceptedControlPlane;
import io.kvreshard.tracing.Tracing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Two agents and two engines, both spread over both nodes: the first half of the source on node-a,
 * of the target on node-b, where their coordinators are. Tests are the operator.
 */
final class World implements AutoCloseable {
  static final String NAMESPACE = "kvreshard-system";
  static final String FINALIZER = "kvreshard.io/quiesce";

  final DirectoryControlPlane control;

  /** Of both agents. */
  final RecordedWrites writes = new RecordedWrites();

  /** By both agents. */
  final DocumentReads documents = new DocumentReads();

  TestAgent a;
  TestAgent b;
  final FakeEngine source;
  final FakeEngine target;
  final List<CacheGroup> groups;

  /** Of the first group. */
  String planDigest;

  /** What the source has besides its pages; null: nothing. */
  @Nullable SnapshotContents contents;

  long attempt = 1;
  String jobUid = "uid-1";
  UnaryOperator<KVTransferTaskSpec> change = UnaryOperator.identity();
  final List<BoundParticipant> sources = new ArrayList<>();
  final List<BoundParticipant> targets = new ArrayList<>();
  private final ThrowAwayCa ca;
  private final Path directory;
  private final long stagingBytes;
  private final Duration patience;
  private final NanoClock clock;
  private final Tracing tracing;
  private int incarnations = 1;

  /** From TP2 to TP8: each head twice. */
  World(Path directory) throws Exception {
    this(directory, 1 << 20, CacheGroup.of(SmallModel.ONLY, 2, 8));
  }

  /**
   * Engines with these groups.
   *
   * @param stagingBytes of each agent and direction; a stream uses three slots of 64 KiB
   */
  World(Path directory, long stagingBytes, CacheGroup... groups) throws Exception {
    this(directory, stagingBytes, Duration.ofMinutes(1), NanoClock.system(), Tracing.off(), groups);
  }

  /** Agents that put an operation in quarantine after this time. */
  World(Path directory, Duration patience) throws Exception {
    this(directory, patience, NanoClock.system(), Tracing.off());
  }

  /** Agents with this clock. */
  World(Path directory, NanoClock clock) throws Exception {
    this(directory, Duration.ofMinutes(1), clock, Tracing.off());
  }

  /** Agents that make spans. */
  World(Path directory, Tracing tracing) throws Exception {
    this(directory, Duration.ofMinutes(1), NanoClock.system(), tracing);
  }

  private World(Path directory, Duration patience, NanoClock clock, Tracing tracing)
      throws Exception {
    this(directory, 1 << 20, patience, clock, tracing, CacheGroup.of(SmallModel.ONLY, 2, 8));
  }

  private World(
      Path directory,
      long stagingBytes,
      Duration patience,
      NanoClock clock,
      Tracing tracing,
      CacheGroup... groups)
      throws Exception {
    control = new DirectoryControlPlane(directory.resolve("control"));
    ca = ThrowAwayCa.create();
    this.directory = directory;
    this.stagingBytes = stagingBytes;
    this.patience = patience;
    this.clock = clock;
    this.tracing = tracing;
    this.groups = List.of(groups);
    a = agent("node-a", "inc-a");
    b = agent("node-b", "inc-b");
    Path memory = Files.createDirectories(directory.resolve("memory"));
    source = new FakeEngine("src");
    target = new FakeEngine("dst");
    for (CacheGroup group : groups) {
      source.add(memory, group.model(), group.source(), Layout.NHD);
      target.add(memory, group.model(), group.target(), Layout.HND);
    }
    planDigest = groups[0].plans().digest();
    a.runtimes.coordinators.add(source);
    b.runtimes.coordinators.add(target);
    for (FakeParticipant participant : source.participants.values()) {
      for (FakeCache cache : participant.caches.values()) {
        cache.fill();
      }
    }
    place(source, a, b, sources);
    place(target, b, a, targets);
  }

  private TestAgent agent(String node, String incarnation) throws Exception {
    return new TestAgent(
        node,
        incarnation,
        documents.of(new InterceptedControlPlane(control, writes)),
        ca,
        directory.resolve("tls-" + incarnation),
        stagingBytes,
        clock,
        Quarantine.open(state(node), patience),
        tracing);
  }

  /** Somebody else's agent, which says that it is one of these. */
  TestAgent stranger(String node, String incarnation, ThrowAwayCa authority) throws Exception {
    return new TestAgent(
        node,
        incarnation,
        control,
        authority,
        directory.resolve("tls-of-a-stranger"),
        stagingBytes,
        clock,
        Quarantine.open(directory.resolve("state-of-a-stranger"), patience),
        tracing);
  }

  /** What outlives the agents of a node. */
  Path state(String node) {
    return directory.resolve("state-" + node);
  }

  private static void place(
      FakeEngine engine, TestAgent first, TestAgent second, List<BoundParticipant> side) {
    int count = engine.participants.size();
    for (FakeParticipant participant : engine.participants.values()) {
      TestAgent agent = side.size() < (count + 1) / 2 ? first : second;
      String id = participant.identity().participantId().orElseThrow();
      agent.runtimes.participants.add(participant);
      side.add(
          new BoundParticipant(
              id, engine.name + "-" + id, agent.node, participant.identity().instanceId()));
    }
  }

  /** Starts the agents and gives them their tasks. */
  void run() throws ConflictException {
    start();
    createTasks();
  }

  void start() {
    a.start();
    b.start();
  }

  /** A new agent of node-b, with the sessions of the old one. */
  void restartB() throws Exception {
    b = successor(b, "inc-b");
  }

  void restartA() throws Exception {
    a = successor(a, "inc-a");
  }

  private TestAgent successor(TestAgent old, String name) throws Exception {
    old.close();
    incarnations++;
    TestAgent next = agent(old.node, name + incarnations);
    next.runtimes.coordinators.addAll(old.runtimes.coordinators);
    next.runtimes.participants.addAll(old.runtimes.participants);
    next.start();
    return next;
  }

  /** What an agent cannot prove to be quiet, as it says itself. */
  List<NodeQuarantine> quarantine(TestAgent agent) {
    return control
        .get(KVNode.class, "", agent.node)
        .map(node -> node.getStatus().quarantine())
        .orElse(List.of());
  }

  OperationId operation() {
    return new OperationId(jobUid, attempt, 0);
  }

  void createTasks() throws ConflictException {
    createDocuments();
    createBothTasks();
  }

  /** Of the tasks to come. */
  void createDocuments() throws ConflictException {
    Map<String, String> documents = new TreeMap<>();
    for (CacheGroup group : groups) {
      documents.put(group.model().snapshot().digest(), group.model().snapshot().toJson());
      documents.put(group.source().digest(), group.source().toJson());
      documents.put(group.target().digest(), group.target().toJson());
    }
    control.create(
        new ConfigMapBuilder()
            .withMetadata(new ObjectMetaBuilder().withNamespace(NAMESPACE).withName("docs").build())
            .withData(documents)
            .build());
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
    task.setSpec(change.apply(Specs.of(this, agent)));
    control.create(task);
  }

  private String name(TestAgent agent) {
    return jobUid + "-" + attempt + "-" + agent.node;
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

  /** Why a task failed. */
  static TaskFailure failure(KVTransferTaskStatus status) {
    return Objects.requireNonNull(status.failure());
  }

  /** Waits until a task has failed and come to rest. */
  TaskFailure fails(TestAgent agent) {
    return failure(untilQuiet(agent, TaskState.Failed));
  }

  /** Transfer digests by group, as an agent reports them. */
  Map<String, String> transfers(TestAgent agent) {
    var transfers = Objects.requireNonNull(task(agent).getStatus().transfers());
    return transfers.stream()
        .collect(Collectors.toMap(GroupTransfer::name, GroupTransfer::transferDigest));
  }

  /** Gives a command; a commit is of what the agent has moved. */
  void command(TestAgent agent, TaskCommand command) {
    command(
        agent,
        command,
        command == TaskCommand.Commit ? JobDigest.of(operation(), transfers(agent)) : null);
  }

  void command(TestAgent agent, TaskCommand command, @Nullable String digest) {
    edit(agent, spec -> Specs.ordered(spec, command, digest));
  }

  /** Says what becomes of the source. */
  void settle(TestAgent agent, AfterSuccess fate) {
    edit(agent, spec -> Specs.settled(spec, fate));
  }

  /** Says that all nodes are quiet, and waits until this node's engines have heard of it. */
  void release(TestAgent agent) {
    orderRelease(agent);
    until(agent, status -> Boolean.TRUE.equals(status.released()));
  }

  /** Says that all nodes are quiet. */
  void orderRelease(TestAgent agent) {
    edit(agent, Specs::released);
  }

  private void edit(TestAgent agent, UnaryOperator<KVTransferTaskSpec> edit) {
    await()
        .ignoreException(ConflictException.class)
        .until(
            () -> {
              KVTransferTask task = task(agent);
              task.setSpec(edit.apply(task.getSpec()));
              control.replace(task);
              return true;
            });
  }

  @Override
  public void close() throws IOException {
    a.close();
    b.close();
    control.close();
    writes.requireNothingTakenBack();
  }
}
