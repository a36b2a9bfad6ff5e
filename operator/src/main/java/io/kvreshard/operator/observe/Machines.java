package io.kvreshard.operator.observe;

/** Whether nodes' machines run: of the only proof of quiet that needs no agent (DESIGN §5). */
@FunctionalInterface
public interface Machines {
  /** Where there are no Node objects: nothing is proven of any machine. */
  Machines UNKNOWN = _ -> false;

  /** It is proven that the node's machine runs nothing any more. */
  boolean down(String node);
}
