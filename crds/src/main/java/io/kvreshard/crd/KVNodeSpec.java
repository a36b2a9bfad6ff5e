package io.kvreshard.crd;

/** Nothing to configure yet: the name says which node it is. */
public record KVNodeSpec() {}
