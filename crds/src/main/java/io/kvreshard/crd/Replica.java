package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;
import io.kvreshard.crd.schema.Evolving;

/** Which of several equal copies of the same heads this is. */
@ValidationRule(
    value = "self.ordinal < self.count",
    message = "replica.ordinal must be below replica.count",
    fieldPath = ".ordinal")
@Evolving
public record Replica(
    @JsonPropertyDescription("Which copy this is, 0…count−1.") long ordinal,
    @JsonPropertyDescription(
            "How many participants hold exactly these heads of these layers; 1 without "
                + "replication.")
        @Min(1) long count) {}
