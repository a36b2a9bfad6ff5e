package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.ValidationRule;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Patterns;
import org.jspecify.annotations.Nullable;

/** Written once: the fate of the operation. */
@ValidationRule(
    value = "(self.verdict == 'Commit') == has(self.jobDigest)",
    message = "status.decision.jobDigest must be set if the verdict is Commit, and only then",
    fieldPath = ".jobDigest")
@Evolving
public record Decision(
    @JsonPropertyDescription("The attempt that is decided about: the last one.") @Min(1) long attempt,
    @JsonPropertyDescription(
            "Commit: everything is verified and the target engine must activate it. Abort: "
                + "nothing may become visible.")
        Verdict verdict,
    @JsonPropertyDescription(
            "SHA-256 over what is committed: every cache group and its verified transfer. "
                + "Set if the verdict is Commit.")
        @Pattern(Patterns.SHA256) @Nullable String jobDigest) {}
