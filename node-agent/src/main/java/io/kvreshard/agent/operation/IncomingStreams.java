package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.Promise;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.core.paged.Side;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The streams that this node expects of a group from other nodes: one a writer. Thread-safe. */
final class IncomingStreams {
  private final GroupPlan plan;
  private final Map<String, List<String>> expected = new TreeMap<>();
  private final Set<String> opened = new HashSet<>();
  private final Set<String> complete = new HashSet<>();
  private final Promise<Boolean> all;

  IncomingStreams(GroupPlan plan, Roster roster) throws FailedException {
    this.plan = plan;
    this.all = new Promise<>("group " + plan.name() + ": the streams of other nodes");
    List<String> targets = roster.on(roster.self(), Side.TARGET, plan);
    for (String writer : plan.participants(Side.SOURCE)) {
      List<String> served =
          targets.stream().filter(target -> plan.plans().bytes(writer, target) != 0).toList();
      if (!served.isEmpty()
          && !roster.participant(Side.SOURCE, writer).node().equals(roster.self())) {
        expected.put(writer, served);
      }
    }
    keepIfComplete();
  }

  /**
   * A writer opens its one stream.
   *
   * @return the targets of this node that it is for
   * @throws FailedException TaskInvalid if no such stream is expected, or not any more
   */
  synchronized List<String> open(String writer) throws FailedException {
    List<String> targets = expected.get(writer);
    if (targets == null) {
      throw new FailedException(
          FailureReason.TaskInvalid,
          "group %s: no stream of writer %s is expected here".formatted(plan.name(), writer));
    }
    if (!opened.add(writer)) {
      throw new FailedException(
          FailureReason.TaskInvalid,
          "group %s: writer %s has opened its stream already".formatted(plan.name(), writer));
    }
    return targets;
  }

  /** All bytes of a writer's stream are checked and scattered. */
  synchronized void complete(String writer) {
    complete.add(writer);
    keepIfComplete();
  }

  private void keepIfComplete() {
    if (complete.containsAll(expected.keySet())) {
      all.keep(true);
    }
  }

  /** Kept when all are complete; at once if none is expected. */
  Promise<Boolean> all() {
    return all;
  }

  void fail(FailedException why) {
    all.fail(why);
  }
}
