package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** A job that reads this source. */
public record Reader(@JsonPropertyDescription("metadata.uid of the KVReshardJob.") String jobUID) {}
