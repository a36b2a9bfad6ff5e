package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;

/** What an engine's coordinator knows of a snapshot besides its pages, by its digest. */
@Evolving
public record SnapshotContents(
    @JsonPropertyDescription("SHA-256 of all bytes, 64 lower-case hexadecimal digits.")
        @Pattern(Patterns.SHA256) String sha256,
    @JsonPropertyDescription("How many bytes they are, at most 64 MiB.")
        @Min(1) @Max(Contents.MOST_BYTES) long bytes) {
  /** As core sees them. */
  public Contents view() {
    return new Contents(sha256, bytes);
  }
}
