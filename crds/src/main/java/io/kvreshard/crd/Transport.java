package io.kvreshard.crd;

/** How bytes travel between nodes. */
public enum Transport {
  Auto,
  TCP
}
