package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;
import io.kvreshard.crd.schema.Text;
import io.kvreshard.crd.schema.Timestamp;

/** A node that may still touch a snapshot's pages for an operation that is over (DESIGN §5). */
@Evolving
public record Quarantine(
    @JsonPropertyDescription("The node that owes the proof that it does not.")
        @Pattern(Patterns.NAME) String node,
    @JsonPropertyDescription("The operation: uid of its job, attempt, round.")
        @Size(min = 1, max = Bounds.OPERATION) String operation,
    @JsonPropertyDescription("When it was put on record.") @Timestamp String since,
    @JsonPropertyDescription(
            "AgentSilent: the node's agent is lost, or does not say that the node is quiet. "
                + "EngineSilent: an engine process there neither answers its agent nor dies.")
        QuarantineReason reason,
    @JsonPropertyDescription("The same for people.") @Size(max = Bounds.TEXT) String message) {
  /** Clips the message. */
  public Quarantine {
    message = Text.clip(message, Bounds.TEXT);
  }
}
