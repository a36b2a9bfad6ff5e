package io.kvreshard.crd;

/** A tensor of every layer, where a cache does not have both keys and values. */
public enum CacheComponent {
  Key
}
