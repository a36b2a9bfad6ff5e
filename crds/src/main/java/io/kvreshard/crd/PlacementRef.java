package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;

/**
 * A placement that is too large for the object: canonical JSON in a ConfigMap of the same
 * namespace.
 */
@Evolving
public record PlacementRef(
    @JsonPropertyDescription("Name of a ConfigMap of the same namespace; make it immutable.")
        @Pattern(Patterns.NAME) String configMap,
    @JsonPropertyDescription("The key under data whose value is the placement as canonical JSON.")
        @Size(min = 1, max = Bounds.TEXT) @Pattern(Patterns.CONFIG_MAP_KEY) String key,
    @JsonPropertyDescription(
            "SHA-256 of that value, 64 lower-case hexadecimal digits. Another value is "
                + "refused.")
        @Pattern(Patterns.SHA256) String sha256) {}
