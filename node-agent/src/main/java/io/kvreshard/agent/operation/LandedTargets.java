package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.Promise;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.core.paged.Side;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** At the target coordinator's agent: which participants of which groups have all their bytes. */
final class LandedTargets {
  private record Target(String group, String participant) {}

  private final Roster roster;
  private final Set<Target> missing = new HashSet<>();
  private final Promise<Boolean> all = new Promise<>("the landing of all targets");

  LandedTargets(Collection<GroupPlan> plans, Roster roster) {
    this.roster = roster;
    for (GroupPlan plan : plans) {
      for (String participant : plan.participants(Side.TARGET)) {
        missing.add(new Target(plan.name(), participant));
      }
    }
  }

  /**
   * A node's participants are complete; the same may be said again.
   *
   * @throws FailedException TaskInvalid if one is not of that node
   */
  synchronized void landed(String group, String node, List<String> participants)
      throws FailedException {
    for (String participant : participants) {
      if (!roster.participant(Side.TARGET, participant).node().equals(node)) {
        throw new FailedException(
            FailureReason.TaskInvalid,
            "node %s reports participant %s, which is on another node"
                .formatted(node, participant));
      }
      missing.remove(new Target(group, participant));
    }
    if (missing.isEmpty()) {
      all.keep(true);
    }
  }

  Promise<Boolean> all() {
    return all;
  }

  void fail(FailedException why) {
    all.fail(why);
  }
}
