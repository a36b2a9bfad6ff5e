package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;

/** A KVSnapshot of the same namespace. */
@Evolving
public record SnapshotRef(
    @JsonPropertyDescription("Name of a KVSnapshot of the same namespace.") @Pattern(Patterns.NAME) String name) {}
