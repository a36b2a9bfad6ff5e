package io.kvreshard.agent.memory;

/** Lets pieces of a copy begin no faster than they may. */
@FunctionalInterface
public interface Pace {
  /** Waits until so many more bytes may be copied. */
  void await(long bytes) throws InterruptedException;
}
