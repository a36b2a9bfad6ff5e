package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;
import io.kvreshard.crd.schema.Text;
import org.jspecify.annotations.Nullable;

/** What moved from one writer to one target, as one side saw it (CONTRACT §4.13). */
@ValidationRule(
    value = "self.ok != has(self.error)",
    message = "a receipt has an error if ok is false, and only then")
@Evolving
public record Receipt(
    @JsonPropertyDescription("Who says so: the node that sent, or the node that received.")
        ReceiptSide side,
    @JsonPropertyDescription("The cache group.")
        @Size(min = 1, max = Bounds.NAME) @Pattern(Patterns.ID) String group,
    @JsonPropertyDescription("The source participant.") String writer,
    @JsonPropertyDescription("The target participant.") String target,
    @JsonPropertyDescription("Bytes that were moved and verified.") long bytes,
    @JsonPropertyDescription("Whether all bytes of this pair were moved and verified.") boolean ok,
    @JsonPropertyDescription("What went wrong. Set if ok is false.")
        @Size(min = 1, max = Bounds.TEXT) @Nullable String error) {
  /** Clips the error. */
  public Receipt {
    error = Text.clipNullable(error, Bounds.TEXT);
  }
}
