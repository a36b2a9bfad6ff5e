package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.kvreshard.crd.schema.Evolving;

/** Nothing to configure yet: the name says which node it is. */
@JsonClassDescription("Nothing to configure: the object's name is the node's.")
@Evolving
public record KVNodeSpec() {}
