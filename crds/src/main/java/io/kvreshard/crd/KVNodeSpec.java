package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;

/** Nothing to configure yet: the name says which node it is. */
@JsonClassDescription("Nothing to configure: the object's name is the node's.")
public record KVNodeSpec() {}
