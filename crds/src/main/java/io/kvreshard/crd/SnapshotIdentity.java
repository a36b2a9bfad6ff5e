package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;

/** What the cache represents (CONTRACT §4.6, in camelCase). */
@Evolving
public record SnapshotIdentity(
    @JsonPropertyDescription(
            "Namespace of the cache (a tenant): caches of different namespaces are never "
                + "mixed. Not the namespace of Kubernetes.")
        String namespace,
    @JsonPropertyDescription("Name of the cached sequence or set of sequences.") String resourceId,
    @JsonPropertyDescription("Name of the model, as its repository calls it.") String modelId,
    @JsonPropertyDescription("Its exact revision: caches of different weights are never mixed.")
        String modelRevision,
    @JsonPropertyDescription("The first token of the snapshot.") long tokenStart,
    @JsonPropertyDescription("How many tokens it has.") @Min(1) long tokenCount,
    @JsonPropertyDescription("SHA-256 over the token ids: same fingerprint, same tokens.")
        @Pattern(Patterns.SHA256) String tokenFingerprint,
    @JsonPropertyDescription(
            "SHA-256 over everything else that the values depend on, as RoPE scaling, LoRA "
                + "adapters and quantization.")
        @Pattern(Patterns.SHA256) String semanticFingerprint) {}
