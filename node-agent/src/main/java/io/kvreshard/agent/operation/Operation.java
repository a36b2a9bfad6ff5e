package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.Crew;
import io.kvreshard.agent.concurrent.Promise;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.agent.share.Claim;
import io.kvreshard.agent.share.Stake;
import io.kvreshard.agent.share.Tolls;
import io.kvreshard.agent.stream.Progress;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.crd.KVTransferTaskSpec;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a job on this node, while it is open: what its threads, and other agents' calls,
 * share. Ends once: by {@link #fail}, or by its task's end. Thread-safe.
 */
final class Operation {
  /** For what is other agents' to limit: the operator's deadlines come long before. */
  static final Duration LONGEST_MOVE = Duration.ofDays(1);

  private final OperationId id;
  private final KVTransferTaskSpec spec;
  private final Roster roster;
  private final TaskReport report;
  private final Crew crew;
  private final Progress progress;
  private final Stake stake;
  private final Tolls tolls;
  private final PeerLinks links;
  private final Map<String, GroupOperation> groups = new TreeMap<>();
  private final PerSide<Promise<SidePages>> pages =
      PerSide.of(side -> new Promise<>("the pages of the " + Sides.word(side)));
  private final List<LocalBinding> bindings = new CopyOnWriteArrayList<>();
  private final LandedTargets landed;
  private volatile boolean workDone;
  private @Nullable FailedException cause;
  private volatile @Nullable FailedException failure;

  Operation(
      OperationId id,
      KVTransferTaskSpec spec,
      Collection<GroupPlan> plans,
      TaskReport report,
      PeerLinks links,
      Services services)
      throws FailedException {
    this.id = id;
    this.spec = spec;
    this.roster = new Roster(spec);
    this.report = report;
    this.crew = new Crew(id.toString());
    this.progress = services.moved().part();
    this.stake = Stake.ofPriority(spec.priority());
    this.tolls = services.bandwidth().of(stake, spec.maxBytesPerSecond());
    this.links = links;
    this.landed = new LandedTargets(plans, roster);
    for (GroupPlan plan : plans) {
      groups.put(plan.name(), new GroupOperation(plan, roster));
    }
  }

  OperationId id() {
    return id;
  }

  KVTransferTaskSpec spec() {
    return spec;
  }

  Roster roster() {
    return roster;
  }

  TaskReport report() {
    return report;
  }

  Crew crew() {
    return crew;
  }

  /** Bytes that are in their places on this node: those of replicas count for each of them. */
  Progress progress() {
    return progress;
  }

  /** What it asks for staging memory with, for a stream to or from a node. */
  Claim claim(String peer) {
    return new Claim(stake, peer);
  }

  Tolls tolls() {
    return tolls;
  }

  PeerLinks links() {
    return links;
  }

  Collection<GroupOperation> groups() {
    return groups.values();
  }

  /**
   * A group by name.
   *
   * @throws FailedException TaskInvalid if the task has no such group
   */
  GroupOperation group(String name) throws FailedException {
    GroupOperation group = groups.get(name);
    if (group == null) {
      throw new FailedException(
          FailureReason.TaskInvalid,
          "operation %s has no group %s, only %s".formatted(id, name, groups.keySet()));
    }
    return group;
  }

  /** Kept at the side's coordinator's agent. */
  Promise<SidePages> pages(Side side) {
    return pages.get(side);
  }

  /** This node's bindings of all groups and sides, as they are made. */
  List<LocalBinding> bindings() {
    return bindings;
  }

  LandedTargets landed() {
    return landed;
  }

  /** What goes to the target besides the pages; null: nothing. */
  @Nullable Contents contents() {
    return spec.contents() == null ? null : spec.contents().view();
  }

  /** How long one step may take, and how long nothing may move. */
  Duration patience() {
    return Duration.ofSeconds(spec.progressTimeoutSeconds());
  }

  /**
   * Says why the work is about to end, before other agents can notice: their echo is not the
   * reason. {@link #fail} follows.
   */
  synchronized void blame(FailedException why) {
    if (cause == null) {
      cause = why;
    }
  }

  /**
   * Ends the work; the first reason counts. One that ends the job is not spread at once: other
   * agents would take its echo for a reason to try again (see {@link #spread}).
   */
  void fail(FailedException why) {
    FailedException first;
    synchronized (this) {
      if (failure != null) {
        return;
      }
      first = cause == null ? why : cause;
      failure = first;
    }
    if (!first.reason().terminal()) {
      spread(first);
    }
    report.wake();
  }

  /** Ends all that waits here, of this agent and of others. The operation has failed before. */
  void spread(FailedException first) {
    groups.values().forEach(group -> group.fail(first));
    pages.each(promise -> promise.fail(first));
    landed.fail(first);
    crew.fail(first);
  }

  /** All of this node's part is done; what other agents say no longer matters. */
  void workDone() {
    workDone = true;
    report.wake();
  }

  boolean isWorkDone() {
    return workDone;
  }

  /** Another agent has given the attempt up. */
  void cancelled(String reason) {
    if (!workDone) {
      fail(new FailedException(FailureReason.PeerFailed, reason));
    }
  }

  /** A process of an engine is gone: the operation fails if it still needs it. */
  void left(RuntimeIdentity who, String reason) {
    if (needs(Side.TARGET, who) || (!workDone && needs(Side.SOURCE, who))) {
      fail(new FailedException(FailureReason.RuntimeGone, who + ": " + reason));
    }
  }

  private boolean needs(Side side, RuntimeIdentity who) {
    return (roster.coordinates(side) && roster.isCoordinator(side, who))
        || bindings.stream()
            .anyMatch(b -> b.side() == side && b.binding().instanceId().equals(who.instanceId()));
  }

  /** Logical bytes that this node's targets will have got in the end. */
  long targetBytes() throws FailedException {
    long bytes = 0;
    for (GroupOperation group : groups.values()) {
      GroupPlan plan = group.plan();
      for (String target : roster.on(roster.self(), Side.TARGET, plan)) {
        for (String writer : plan.participants(Side.SOURCE)) {
          bytes += plan.plans().bytes(writer, target);
        }
      }
    }
    return bytes;
  }

  /** Why the operation has failed; null while it has not. */
  @Nullable FailedException failure() {
    return failure;
  }
}
