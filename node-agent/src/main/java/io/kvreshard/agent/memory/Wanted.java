package io.kvreshard.agent.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * Shared memory to use.
 *
 * @param region what the binding calls it
 * @param name of the file in the pod's directory, or under which the memfd was given
 */
record Wanted(String region, String name, long bytes) {

  /** Where mappings come from. */
  @FunctionalInterface
  interface Lookup {
    Mapping find(Wanted wanted) throws MemoryFailure;
  }

  /** Finds all, or none; each is {@link Mapping#use used} once. */
  static List<Mapping> use(List<Wanted> all, Lookup lookup) throws MemoryFailure {
    List<Mapping> used = new ArrayList<>();
    try {
      for (Wanted wanted : all) {
        Mapping mapping = wanted.found(lookup);
        mapping.use();
        used.add(mapping);
      }
      return List.copyOf(used);
    } catch (MemoryFailure e) {
      used.forEach(Mapping::unuse);
      throw e;
    }
  }

  private Mapping found(Lookup lookup) throws MemoryFailure {
    try {
      return lookup.find(this);
    } catch (MemoryFailure e) {
      throw new MemoryFailure(e.kind(), "region %s: %s".formatted(region, e.getMessage()), e);
    }
  }
}
