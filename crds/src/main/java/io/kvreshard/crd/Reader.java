package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.kvreshard.crd.schema.Evolving;

/** A job that reads this source. */
@Evolving
public record Reader(@JsonPropertyDescription("metadata.uid of the KVReshardJob.") String jobUID) {}
