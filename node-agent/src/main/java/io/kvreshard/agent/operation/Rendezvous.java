package io.kvreshard.agent.operation;

import io.kvreshard.agent.concurrent.Promise;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.core.CodePoints;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.paged.Side;
import io.kvreshard.crd.BoundParticipant;
import io.kvreshard.proto.peer.v1.BindingDigest;
import io.kvreshard.proto.peer.v1.TransferLists;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Where the binding digests of one group come together, at a coordinator's agent: those of its side
 * by Join, those of the other by Exchange. Lists are complete or not there. Thread-safe.
 */
final class Rendezvous {
  private final GroupPlan plan;
  private final Roster roster;
  private final PerSide<TreeMap<String, BindingDigest>> joined =
      PerSide.of(_ -> new TreeMap<>(CodePoints.ORDER));
  private final PerSide<Promise<List<BindingDigest>>> lists;

  Rendezvous(GroupPlan plan, Roster roster) {
    this.plan = plan;
    this.roster = roster;
    this.lists =
        PerSide.of(
            side ->
                new Promise<>(
                    "group %s: the bindings of the %s's participants %s"
                        .formatted(plan.name(), Sides.word(side), plan.participants(side))));
  }

  /**
   * Digests of a node's participants; the same may come again.
   *
   * @param epoch of the side's coordinator, unsigned
   * @throws FailedException TaskInvalid or RuntimeGone, naming the participant
   */
  synchronized void join(Side side, String node, long epoch, List<BindingDigest> bindings)
      throws FailedException {
    TreeMap<String, BindingDigest> here = joined.get(side);
    for (BindingDigest binding : bindings) {
      check(side, node, binding);
      if (binding.getGroupEpoch() != epoch) {
        throw new FailedException(
            FailureReason.RuntimeGone,
            "participant %s on node %s is of group epoch %s, its coordinator of %s"
                .formatted(
                    binding.getParticipantId(),
                    node,
                    Long.toUnsignedString(binding.getGroupEpoch()),
                    Long.toUnsignedString(epoch)));
      }
      BindingDigest before = here.putIfAbsent(binding.getParticipantId(), binding);
      if (before != null && !before.equals(binding)) {
        throw invalid(
            "participant %s has joined with binding %s before, now with %s"
                .formatted(binding.getParticipantId(), before.getDigest(), binding.getDigest()));
      }
    }
    if (here.size() == plan.participants(side).size()) {
      lists.get(side).keep(List.copyOf(here.values()));
    }
  }

  /**
   * The whole list of the other side.
   *
   * @throws FailedException TaskInvalid if it is not exactly that side's participants
   */
  void offer(Side side, List<BindingDigest> bindings) throws FailedException {
    Set<String> ids = new HashSet<>();
    for (BindingDigest binding : bindings) {
      check(side, roster.participant(side, binding.getParticipantId()).node(), binding);
      ids.add(binding.getParticipantId());
    }
    if (ids.size() != bindings.size() || ids.size() != plan.participants(side).size()) {
      throw invalid(
          "the %s's list has participants %s, the plan %s"
              .formatted(
                  Sides.word(side),
                  bindings.stream()
                      .map(BindingDigest::getParticipantId)
                      .collect(Collectors.joining(", ", "[", "]")),
                  plan.participants(side)));
    }
    lists
        .get(side)
        .keep(
            bindings.stream()
                .sorted(
                    (a, b) -> CodePoints.ORDER.compare(a.getParticipantId(), b.getParticipantId()))
                .toList());
  }

  private void check(Side side, String node, BindingDigest binding) throws FailedException {
    String id = binding.getParticipantId();
    if (!plan.participants(side).contains(id)) {
      throw invalid("participant %s is not in the %s's plan".formatted(id, Sides.word(side)));
    }
    BoundParticipant expected = roster.participant(side, id);
    if (!expected.node().equals(node)) {
      throw invalid(
          "participant %s joins from node %s, the task has it on node %s"
              .formatted(id, node, expected.node()));
    }
    if (!expected.instanceId().equals(binding.getInstanceId())) {
      throw new FailedException(
          FailureReason.RuntimeGone,
          "participant %s joins as instance %s, the task was made for %s"
              .formatted(id, binding.getInstanceId(), expected.instanceId()));
    }
    if (!Sha256.isHex(binding.getDigest())) {
      throw invalid("participant %s joins without a binding digest".formatted(id));
    }
  }

  /** One side's list, when it is complete. */
  List<BindingDigest> list(Side side, Duration patience)
      throws FailedException, InterruptedException {
    return lists.get(side).await(patience);
  }

  /** Both lists, when they are complete. */
  TransferLists both(Duration patience) throws FailedException, InterruptedException {
    return TransferLists.newBuilder()
        .addAllSources(list(Side.SOURCE, patience))
        .addAllTargets(list(Side.TARGET, patience))
        .build();
  }

  /** Ends all waits. */
  void fail(FailedException why) {
    lists.each(list -> list.fail(why));
  }

  private FailedException invalid(String message) {
    return new FailedException(
        FailureReason.TaskInvalid, "group %s: %s".formatted(plan.name(), message));
  }
}
