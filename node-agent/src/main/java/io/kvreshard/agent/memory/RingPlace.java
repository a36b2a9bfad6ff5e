package io.kvreshard.agent.memory;

/** Where an engine's process finds the agent's staging ring. */
public sealed interface RingPlace {

  /**
   * A file.
   *
   * @param name in the pod's directory
   */
  record PodFile(String name) implements RingPlace {}

  /**
   * A sealed memfd.
   *
   * @param name by which the process takes it through memory.sock
   */
  record Offered(String name) implements RingPlace {}
}
