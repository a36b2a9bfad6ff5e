package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Geometry of the cache (CONTRACT §4.2, DESIGN §3). Layers as ranges: "0-39,42". */
@ValidationRule(
    value = "has(self.components) != has(self.valueHeadDim)",
    message =
        "a descriptor has either valueHeadDim or, for a cache of keys only, components: [Key]")
@Evolving
public record DescriptorSpec(
    @JsonPropertyDescription(
            "All global layers of the model that have a cache, as ascending ranges: "
                + "\"0-39,42\".")
        @Size(min = 1, max = Bounds.TEXT) @Pattern(Patterns.LAYERS) String layers,
    @JsonPropertyDescription(
            "Name of the element type, as \"bfloat16\". Both sides must use the same word.")
        @Size(min = 1, max = Bounds.NAME) @Pattern(Patterns.ID) String dtype,
    @JsonPropertyDescription("Bytes of one element.") @Min(1) long itemsize,
    @JsonPropertyDescription(
            "Tokens of the logical granule that both sides agree on; not the engine's own "
                + "page size.")
        @Min(1) long pageSize,
    @JsonPropertyDescription("KV heads of the model, over all ranks.") @Min(1) long totalKvHeads,
    @JsonPropertyDescription("Elements of one head's key of one token.") @Min(1) long keyHeadDim,
    @JsonPropertyDescription(
            "Elements of one head's value of one token. Absent if components says that there "
                + "are no values.")
        @Min(1) @Nullable Long valueHeadDim,
    @JsonPropertyDescription(
            "[Key] for a cache that has keys only, as the latent vectors of MLA; then "
                + "valueHeadDim is absent. Otherwise absent.")
        @Size(min = 1, max = 1) @Nullable List<CacheComponent> components,
    @JsonPropertyDescription(
            "Logical order of a layer's elements: nhd (token, head, dim). Engines may store "
                + "them in any order.")
        @Size(max = 3) @Pattern("^nhd$") String layout) {}
