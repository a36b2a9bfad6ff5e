package io.kvreshard.crd;

/** What becomes of the source. */
public enum AfterSuccess {
  Retain,
  Release
}
