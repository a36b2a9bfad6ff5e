package io.kvreshard.crd.control;

/** The ways to change an object of a control plane. */
public enum Verb {
  CREATE,
  REPLACE,
  WRITE_STATUS,
  DELETE
}
