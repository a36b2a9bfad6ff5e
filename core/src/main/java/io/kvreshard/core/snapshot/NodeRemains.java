package io.kvreshard.core.snapshot;

/**
 * What is left of a node that may be gone.
 *
 * @param agent of the node
 * @param down its machine is proven not to run any more
 * @param owed a task on the node, or a quarantine of pages that it may touch, is not over
 */
public record NodeRemains(AgentView agent, boolean down, boolean owed) {
  /**
   * Whether the agent's own records may go: nobody comes back to them, and nobody looks at them for
   * a proof. A machine that only seems to be gone has an agent that is heard of before it is given
   * up.
   */
  public boolean mayGo() {
    return agent.givenUp() && down && !owed;
  }
}
