package io.kvreshard.agent.engine;

import io.kvreshard.agent.memory.CopyThreads;
import io.kvreshard.agent.memory.LocalCopy;
import io.kvreshard.agent.memory.ParticipantMemory;
import io.kvreshard.agent.memory.StreamSource;
import io.kvreshard.agent.memory.StreamTarget;
import io.kvreshard.agent.operation.Bindings;
import io.kvreshard.agent.runtime.CoordinatorSession.Keep;
import io.kvreshard.agent.runtime.ParticipantSession;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.plan.PlanSet;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.core.stream.RunLengths;
import io.kvreshard.proto.runtime.v1.GroupPages;
import io.kvreshard.proto.runtime.v1.SnapshotOffer;
import io.kvreshard.proto.runtime.v1.TensorLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One attempt, by hand: what the agent's operation does, on one node and without peers. */
final class Move implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(20);
  private static final String GROUP = "default";

  private final AgentRig agent;
  private final String operation;
  private final End source;
  private final End target;
  private final PlanSet plans;
  private final Map<String, Participant> sources = new LinkedHashMap<>();
  private final Map<String, Participant> targets = new LinkedHashMap<>();

  /** An engine and the snapshot that it offers. */
  record End(String engine, String snapshot) {}

  /** A participant's binding and the memory that was opened with it. */
  record Participant(PagedBinding binding, ParticipantMemory memory) {}

  /** Pins, binds, plans and opens all memory. */
  Move(AgentRig agent, String operation, End source, End target) throws Exception {
    this.agent = agent;
    this.operation = operation;
    this.source = source;
    this.target = target;
    SnapshotOffer from = agent.awaitOffer(source.snapshot());
    SnapshotOffer to = agent.awaitOffer(target.snapshot());
    Snapshot snapshot = Snapshot.fromJson(from.getGroups(0).getSnapshotJson());
    Placement sourcePlacement = Placement.fromJson(from.getGroups(0).getPlacementJson());
    Placement targetPlacement = Placement.fromJson(to.getGroups(0).getPlacementJson());
    plans = PlanSet.plan(sourcePlacement, targetPlacement, null, snapshot);
    GroupPages pinned =
        agent.coordinator(source.engine()).pin(operation, source.snapshot(), LIMIT).getGroups(0);
    GroupPages bound =
        agent.coordinator(target.engine()).bind(operation, target.snapshot(), LIMIT).getGroups(0);
    for (String writer : plans.writers()) {
      sources.put(writer, open(source.engine(), writer, sourcePlacement, snapshot, pinned));
    }
    for (String reader : plans.targets()) {
      targets.put(reader, open(target.engine(), reader, targetPlacement, snapshot, bound));
    }
  }

  private Participant open(
      String engine, String id, Placement placement, Snapshot snapshot, GroupPages pages)
      throws Exception {
    ParticipantSession session = agent.participant(engine, id);
    TensorLayout layout = session.tensors(operation, GROUP, LIMIT);
    PagedBinding binding =
        Bindings.of(
            operation + "/" + GROUP,
            placement,
            snapshot,
            session.identity().instanceId(),
            id,
            pages,
            layout);
    return new Participant(binding, session.open(GROUP, binding, layout));
  }

  ParticipantMemory sourceMemory(String participant) {
    return participant(sources, participant).memory();
  }

  ParticipantMemory targetMemory(String participant) {
    return participant(targets, participant).memory();
  }

  private static Participant participant(Map<String, Participant> all, String id) {
    Participant found = all.get(id);
    if (found == null) {
      throw new IllegalArgumentException(id + " takes no part");
    }
    return found;
  }

  List<String> writers() {
    return plans.writers();
  }

  List<String> targets() {
    return plans.targets();
  }

  DenseStream stream(String writer, Set<String> readers) {
    return DenseStream.of(plans, writer, readers);
  }

  /** As between nodes: each chunk is gathered once and scattered to all targets. */
  long copyInChunks(int chunkBytes) throws Exception {
    long taken = 0;
    MemorySegment slot = Arena.ofAuto().allocate(chunkBytes, 64);
    for (String writer : writers()) {
      DenseStream stream = stream(writer, Set.copyOf(targets()));
      StreamSource from = sourceMemory(writer).source(stream);
      List<StreamTarget> to = targets().stream().map(t -> targetMemory(t).target(stream)).toList();
      for (long at = 0; at < stream.bytes(); ) {
        long end = stream.chunkEnd(at, chunkBytes);
        MemorySegment chunk = slot.asSlice(0, end - at);
        if (end < stream.bytes()) {
          from.expect(end, stream.chunkEnd(end, chunkBytes) - end);
        }
        from.gather(at, chunk);
        for (StreamTarget each : to) {
          taken += each.scatter(at, chunk);
        }
        at = end;
      }
      for (StreamTarget each : to) {
        each.finish();
      }
      from.close();
    }
    return taken;
  }

  /** As on one node: each pair in one pass, if the agent reaches both memories. */
  long copyLocally(int stepBytes) throws Exception {
    try (var threads = new CopyThreads(3)) {
      return copyLocally(stepBytes, threads);
    }
  }

  private long copyLocally(int stepBytes, CopyThreads threads) throws Exception {
    long taken = 0;
    MemorySegment slot = Arena.ofAuto().allocate(stepBytes, 64);
    for (String writer : writers()) {
      for (String reader : targets()) {
        DenseStream natural = stream(writer, Set.of(reader));
        if (natural.bytes() == 0) {
          continue;
        }
        RunLengths runs =
            RunLengths.of(natural, Side.SOURCE, participant(sources, writer).binding())
                .min(RunLengths.of(natural, Side.TARGET, participant(targets, reader).binding()));
        DenseStream stream = natural.withOrders(runs.orders());
        ParticipantMemory from = sourceMemory(writer);
        ParticipantMemory to = targetMemory(reader);
        LocalCopy copy =
            LocalCopy.inOnePass(stream, from, to, threads, _ -> {})
                .orElseGet(() -> LocalCopy.through(slot, stream, from, to, _ -> {}));
        for (long step = copy.next(stepBytes); step > 0; step = copy.next(stepBytes)) {
          taken += step;
        }
      }
    }
    return taken;
  }

  long plannedBytes() {
    return plans.bytes();
  }

  /** Validates and commits; memory is given back before. */
  void finish() throws Exception {
    close();
    agent.coordinator(target.engine()).validate(operation, target.snapshot(), null, LIMIT);
    agent.coordinator(target.engine()).commit(operation, target.snapshot(), "d".repeat(64), LIMIT);
    release();
  }

  void release() throws Exception {
    agent.coordinator(source.engine()).release(operation, source.snapshot(), Keep.SNAPSHOT, LIMIT);
    agent.coordinator(target.engine()).release(operation, target.snapshot(), Keep.SNAPSHOT, LIMIT);
    for (String writer : writers()) {
      agent.participant(source.engine(), writer).unbind(operation, LIMIT);
    }
    for (String reader : targets()) {
      agent.participant(target.engine(), reader).unbind(operation, LIMIT);
    }
  }

  @Override
  public void close() {
    sources.values().forEach(p -> p.memory().close());
    targets.values().forEach(p -> p.memory().close());
  }
}
