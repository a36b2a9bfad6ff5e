package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Text;

/** Why a task failed. Terminal: another attempt would fail in the same way. */
@Evolving
public record TaskFailure(
    @JsonPropertyDescription("What went wrong, in one word for machines.")
        @Size(min = 1, max = Bounds.NAME) String reason,
    @JsonPropertyDescription("The same for people: what happened and to what.")
        @Size(max = Bounds.MESSAGE) String message,
    @JsonPropertyDescription("Whether another attempt would fail in the same way.")
        boolean terminal) {
  /** Clips the message. */
  public TaskFailure {
    message = Text.clip(message, Bounds.MESSAGE);
  }
}
