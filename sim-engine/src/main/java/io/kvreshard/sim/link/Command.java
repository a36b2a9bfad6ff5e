package io.kvreshard.sim.link;

/** What a coordinator tells its workers to do, one after the other. */
public enum Command {
  /** Empty the reservation's pages. */
  CLEAR,
  /** Look whether the content can be right. */
  CHECK,
  /** The cache is active. */
  COMMIT
}
