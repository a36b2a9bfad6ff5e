package io.kvreshard.e2e.failpoint;

/** A harm that is to come to a process, until what it has done is over. */
interface Danger {
  /** Does what is due. */
  void look();

  /** Whether it has come. */
  boolean struck();

  /** The process goes on, or is dead. */
  boolean over();
}
