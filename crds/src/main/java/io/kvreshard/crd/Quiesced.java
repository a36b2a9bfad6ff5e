package io.kvreshard.crd;

/** Whether nothing of this attempt can touch a runtime any more on this node. */
public enum Quiesced {
  True,
  False,
  Unknown
}
