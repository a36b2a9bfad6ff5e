package io.kvreshard.operator.observe;

/** Whether nodes' machines run: of the only proof of quiet that needs no agent (DESIGN §5). */
@FunctionalInterface
public interface Machines {
  /** Where there are no Node objects: nothing is proven of any machine. */
  Machines UNKNOWN = _ -> false;

  /** It is proven that the node's machine runs nothing any more. */
  boolean down(String node);

  /** The same, asked only where no agent is alive: one that lives proves that its machine runs. */
  default Machines whereNoAgentLives(Fleet fleet) {
    return node -> !fleet.agent(node).alive() && down(node);
  }
}
