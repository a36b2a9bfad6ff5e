package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;

/** One rank and what it holds. Layers as ranges: "0-39,42"; empty for none. */
@Evolving
public record ParticipantSpec(
    @JsonPropertyDescription(
            "The participant's name in placement and plan; the engine gives it. Letters, "
                + "digits and ._:/- only, so that a full-size object stays below what kubectl "
                + "apply can keep.")
        @Size(min = 1, max = Bounds.NAME) @Pattern(Patterns.ID) String id,
    @JsonPropertyDescription(
            "Its place on the parallel axes. It never says what the participant holds.")
        Rank rank,
    @JsonPropertyDescription(
            "The global layers it holds, as ascending ranges: \"0-39,42\". Empty for none.")
        @Size(max = Bounds.TEXT) @Pattern(Patterns.LAYERS) String layers,
    @JsonPropertyDescription("The global KV heads it holds of each of these layers.")
        HeadRange heads,
    @JsonPropertyDescription(
            "Which of the equal copies this is, where several participants hold the same "
                + "heads (GQA with more ranks than heads).")
        Replica replica) {}
