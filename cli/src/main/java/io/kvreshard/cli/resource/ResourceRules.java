package io.kvreshard.cli.resource;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.ValidationRule;
import io.kvreshard.cli.input.Pointers;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.crd.schema.Bounds;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * The CRDs' validation rules (CEL), as far as they speak of one state of an object. Each has a
 * counterpart here; a rule without one is a defect that the tests find.
 */
final class ResourceRules {
  private static final String OF_CHANGES = "oldSelf";

  private static final Map<String, Predicate<JsonNode>> RULES =
      Map.ofEntries(
          Map.entry(
              "has(self.placement) != has(self.placementRef)",
              group -> group.has("placement") != group.has("placementRef")),
          Map.entry(
              "has(self.components) != has(self.valueHeadDim)",
              descriptor -> descriptor.has("components") != descriptor.has("valueHeadDim")),
          Map.entry(
              "self.groups.map(g, has(g.placement) ? g.placement.participants.size() : 0).sum() <= "
                  + "256",
              ResourceRules::fewInline),
          Map.entry(
              "!has(self.contents) || self.origin == 'Exported'",
              spec -> !spec.has("contents") || is(spec, "/origin", "Exported")),
          Map.entry(
              "self.ordinal < self.count",
              replica -> replica.path("ordinal").longValue() < replica.path("count").longValue()),
          Map.entry(
              "self.role == 'Coordinator' || has(self.participantId)",
              spec -> is(spec, "/role", "Coordinator") || spec.has("participantId")),
          Map.entry(
              "(self.verdict == 'Commit') == has(self.jobDigest)",
              decision -> is(decision, "/verdict", "Commit") == decision.has("jobDigest")),
          Map.entry(
              "(self.command == 'Commit') == has(self.jobDigest)",
              spec -> is(spec, "/command", "Commit") == spec.has("jobDigest")),
          Map.entry(
              "!has(self.sourceAfterSuccess) || self.command == 'Commit'",
              spec -> !spec.has("sourceAfterSuccess") || is(spec, "/command", "Commit")),
          Map.entry(
              "!has(self.release) || (self.release && self.command != 'Run')",
              spec ->
                  !spec.has("release")
                      || (spec.path("release").booleanValue() && !is(spec, "/command", "Run"))),
          Map.entry(
              "!has(self.released) || !self.released || (has(self.quiesced) && self.quiesced == 'True')",
              status -> !status.path("released").booleanValue() || is(status, "/quiesced", "True")),
          Map.entry(
              "!has(self.quarantine) || (has(self.quiesced) && self.quiesced == 'Unknown')",
              status -> !status.has("quarantine") || is(status, "/quiesced", "Unknown")),
          Map.entry(
              "!has(self.status) || !has(self.status.phase) || ((self.status.phase == "
                  + "'Quarantined') == (has(self.status.quarantine) && "
                  + "self.status.quarantine.size() > 0))",
              snapshot ->
                  snapshot.at("/status/phase").isMissingNode()
                      || isQuarantined(snapshot) != snapshot.at("/status/quarantine").isEmpty()),
          Map.entry(
              "!has(self.status) || !has(self.status.phase) || ((self.status.phase == "
                  + "'Quarantined') == has(self.status.phaseAfterQuarantine))",
              snapshot ->
                  snapshot.at("/status/phase").isMissingNode()
                      || isQuarantined(snapshot)
                          != snapshot.at("/status/phaseAfterQuarantine").isMissingNode()),
          Map.entry(
              "self.ok != has(self.error)",
              receipt -> receipt.path("ok").booleanValue() != receipt.has("error")),
          Map.entry(
              "!has(self.state) || self.state != 'Failed' || has(self.failure)",
              status -> !is(status, "/state", "Failed") || status.has("failure")),
          Map.entry(
              "!has(self.status) || !has(self.status.claim) || self.spec.origin == 'Reserved'",
              object ->
                  object.at("/status/claim").isMissingNode()
                      || is(object, "/spec/origin", "Reserved")),
          Map.entry(
              "!has(self.status) || !has(self.status.decision) || (has(self.status.attempt) && "
                  + "self.status.attempt == self.status.decision.attempt)",
              object ->
                  object.at("/status/decision").isMissingNode()
                      || object
                          .at("/status/attempt")
                          .equals(object.at("/status/decision/attempt"))),
          Map.entry(
              "!has(self.status) || !has(self.status.phase) || !(self.status.phase in "
                  + "['Committing', 'Succeeded']) || (has(self.status.decision) && "
                  + "self.status.decision.verdict == 'Commit') || (has(self.spec.dryRun) && "
                  + "self.spec.dryRun)",
              ResourceRules::committed),
          Map.entry(
              "!has(self.status) || !has(self.status.phase) || self.status.phase != 'Cancelled'"
                  + " || !has(self.status.decision) || self.status.decision.verdict == 'Abort'",
              job ->
                  !is(job, "/status/phase", "Cancelled")
                      || !is(job, "/status/decision/verdict", "Commit")),
          Map.entry(
              "!has(self.spec.retryOf) || self.spec.retryOf != self.metadata.name",
              job ->
                  job.at("/spec/retryOf").isMissingNode()
                      || !job.at("/spec/retryOf").equals(job.at("/metadata/name"))));

  private final Findings findings;

  ResourceRules(Findings findings) {
    this.findings = findings;
  }

  /** A value that the schema accepts, and everything in it. */
  void check(JSONSchemaProps schema, JsonNode value, String pointer) {
    for (var rule : schema.getXKubernetesValidations()) {
      if (!rule.getRule().contains(OF_CHANGES) && !counterpart(rule).test(value)) {
        findings.add(
            RejectionCategory.STATE,
            pointer + (rule.getFieldPath() == null ? "" : Pointers.ofPath(rule.getFieldPath())),
            rule.getMessage());
      }
    }
    value
        .properties()
        .forEach(
            field -> {
              var known = schema.getProperties().get(field.getKey());
              if (known != null) {
                check(known, field.getValue(), Pointers.field(pointer, field.getKey()));
              }
            });
    if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        check(schema.getItems().getSchema(), value.get(i), Pointers.item(pointer, i));
      }
    }
  }

  static Predicate<JsonNode> counterpart(ValidationRule rule) {
    return Objects.requireNonNull(RULES.get(rule.getRule()), rule.getRule());
  }

  private static boolean is(JsonNode object, String pointer, String word) {
    return object.at(pointer).asText().equals(word);
  }

  private static boolean isQuarantined(JsonNode snapshot) {
    return is(snapshot, "/status/phase", "Quarantined");
  }

  private static boolean fewInline(JsonNode spec) {
    int participants = 0;
    for (var group : spec.path("groups")) {
      participants += group.at("/placement/participants").size();
    }
    return participants <= Bounds.INLINE_PARTICIPANTS;
  }

  private static boolean committed(JsonNode job) {
    return !(is(job, "/status/phase", "Committing") || is(job, "/status/phase", "Succeeded"))
        || is(job, "/status/decision/verdict", "Commit")
        || job.at("/spec/dryRun").booleanValue();
  }
}
