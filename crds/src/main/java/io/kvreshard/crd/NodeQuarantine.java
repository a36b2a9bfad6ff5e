package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Text;
import io.kvreshard.crd.schema.Timestamp;

/** An operation that an agent cannot prove to be quiet on its node (DESIGN §5). */
@Evolving
public record NodeQuarantine(
    @JsonPropertyDescription("The operation: uid of its job, attempt, round.")
        @Size(min = 1, max = Bounds.OPERATION) String operation,
    @JsonPropertyDescription("Namespace and name of its job.") @Size(max = Bounds.OPERATION) String job,
    @JsonPropertyDescription("When the agent put it on record.") @Timestamp String since,
    @JsonPropertyDescription("What the agent waits for.") @Size(max = Bounds.TEXT) String message) {
  /** Clips the message. */
  public NodeQuarantine {
    message = Text.clip(message, Bounds.TEXT);
  }
}
