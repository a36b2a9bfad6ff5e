package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.kvreshard.crd.schema.Evolving;

/** Where a job stands in line. */
@Evolving
public record QueueStatus(
    @JsonPropertyDescription(
            "Place in the line of all namespaces; 1 is next. Brought up to date every half "
                + "minute.")
        @Min(1) long position) {}
