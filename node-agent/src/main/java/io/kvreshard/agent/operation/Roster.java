package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.quarantine.NoisyOperation.Participant;
import io.kvreshard.agent.runtime.EngineGroup;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.core.paged.Side;
import io.kvreshard.crd.BoundCoordinator;
import io.kvreshard.crd.BoundParticipant;
import io.kvreshard.crd.KVTransferTaskSpec;
import io.kvreshard.crd.TaskNode;
import io.kvreshard.crd.TaskSide;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Who is where in one operation, as the task says. */
final class Roster {
  private final KVTransferTaskSpec spec;

  Roster(KVTransferTaskSpec spec) {
    this.spec = spec;
  }

  /** The node that the task is for. */
  String self() {
    return spec.nodeName();
  }

  TaskSide side(Side side) {
    return switch (side) {
      case SOURCE -> spec.source();
      case TARGET -> spec.target();
    };
  }

  /** The engine instance of a side. */
  EngineGroup engine(Side side) {
    return new EngineGroup(spec.job().namespace(), side(side).instanceGroup());
  }

  /** Whether any coordinator is on this node. */
  boolean coordinates() {
    return coordinates(Side.SOURCE) || coordinates(Side.TARGET);
  }

  /** Whether the side's coordinator is on this node. */
  boolean coordinates(Side side) {
    return side(side).coordinator().node().equals(self());
  }

  /** Whether it is the very process, in the very generation, that the task was made for. */
  boolean isCoordinator(Side side, RuntimeIdentity who) {
    BoundCoordinator bound = side(side).coordinator();
    return who.coordinates()
        && who.group().equals(engine(side))
        && who.instanceId().equals(bound.instanceId())
        && Long.toUnsignedString(who.groupEpoch()).equals(bound.groupEpoch());
  }

  /**
   * A participant of a side.
   *
   * @throws FailedException TaskInvalid if the task does not name it
   */
  BoundParticipant participant(Side side, String id) throws FailedException {
    return side(side).participants().stream()
        .filter(p -> p.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new FailedException(
                    FailureReason.TaskInvalid,
                    "participant %s of the plan is not among the task's spec.%s.participants"
                        .formatted(id, Sides.word(side))));
  }

  /**
   * The other nodes whose agents this one will call, or connect to: coordinators', and of those
   * that have participants of the other side.
   */
  Map<String, Reach.Port> peers() {
    Map<String, Reach.Port> peers = new TreeMap<>();
    for (Side side : Side.values()) {
      peers.put(side(side).coordinator().node(), Reach.Port.CALLS);
      if (isOn(self(), side)) {
        Side other = Sides.other(side);
        Reach.Port port = side == Side.SOURCE ? Reach.Port.STREAMS : Reach.Port.CALLS;
        side(other).participants().forEach(p -> peers.merge(p.node(), port, Reach::more));
      }
    }
    peers.remove(self());
    return peers;
  }

  private boolean isOn(String node, Side side) {
    return side(side).participants().stream().anyMatch(p -> p.node().equals(node));
  }

  /** Those of a plan's participants that are on a node. */
  List<String> on(String node, Side side, GroupPlan plan) throws FailedException {
    List<String> found = new ArrayList<>();
    for (String id : plan.participants(side)) {
      if (participant(side, id).node().equals(node)) {
        found.add(id);
      }
    }
    return List.copyOf(found);
  }

  /** All participants of this node, of both sides. */
  List<Participant> here() {
    List<Participant> here = new ArrayList<>();
    for (Side side : Side.values()) {
      for (BoundParticipant participant : side(side).participants()) {
        if (participant.node().equals(self())) {
          here.add(new Participant(participant.id(), participant.instanceId()));
        }
      }
    }
    return List.copyOf(here);
  }

  /**
   * Another node of the operation.
   *
   * @throws FailedException TaskInvalid if the task does not name it
   */
  TaskNode node(String name) throws FailedException {
    return spec.nodes().stream()
        .filter(n -> n.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new FailedException(
                    FailureReason.TaskInvalid,
                    "node %s is not among the task's spec.nodes".formatted(name)));
  }
}
