package io.kvreshard.agent.runtime;

/**
 * One engine instance: all processes of one TP×PP×DP group.
 *
 * @param namespace of the engine's pods
 * @param name the instance group's name, a DNS label
 */
public record EngineGroup(String namespace, String name) {
  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
