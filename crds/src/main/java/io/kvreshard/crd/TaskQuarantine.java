package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Text;
import io.kvreshard.crd.schema.Timestamp;

/** Why an agent cannot prove that its node is quiet, once that is on its own record. */
@Evolving
public record TaskQuarantine(
    @JsonPropertyDescription("When the agent put it on record.") @Timestamp String since,
    @JsonPropertyDescription("What the agent waits for.") @Size(max = Bounds.TEXT) String message) {
  /** Clips the message. */
  public TaskQuarantine {
    message = Text.clip(message, Bounds.TEXT);
  }
}
