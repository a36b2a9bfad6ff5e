package io.kvreshard.cli.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.ValidationRule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ResourceRulesTest {
  static Stream<ValidationRule> rulesOfOneState() {
    return Kinds.names().stream()
        .flatMap(kind -> rules(Kinds.schema(kind)))
        .filter(rule -> !rule.getRule().contains("oldSelf"));
  }

  private static Stream<ValidationRule> rules(JSONSchemaProps schema) {
    var nested = schema.getProperties().values().stream().flatMap(ResourceRulesTest::rules);
    var items =
        schema.getItems() == null
            ? Stream.<ValidationRule>empty()
            : rules(schema.getItems().getSchema());
    return Stream.of(schema.getXKubernetesValidations().stream(), nested, items)
        .flatMap(rules -> rules);
  }

  @ParameterizedTest
  @MethodSource("rulesOfOneState")
  void everyRuleHasACounterpart(ValidationRule rule) {
    assertThat(ResourceRules.counterpart(rule)).isNotNull();
  }

  @Test
  void thereAreRules() {
    assertThat(rulesOfOneState().count()).isGreaterThanOrEqualTo(14);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          self.ordinal < self.count                                       ; {"ordinal":1,"count":2}                        ; {"ordinal":2,"count":2}
          self.ok != has(self.error)                                      ; {"ok":false,"error":"x"}                       ; {"ok":false}
          has(self.placement) != has(self.placementRef)                   ; {"placement":{}}                               ; {"placement":{},"placementRef":{}}
          !has(self.contents) || self.origin == 'Exported'                ; {"contents":{},"origin":"Exported"}            ; {"contents":{},"origin":"Reserved"}
          self.role == 'Coordinator' || has(self.participantId)           ; {"role":"Worker","participantId":"a"}          ; {"role":"Worker"}
          (self.verdict == 'Commit') == has(self.jobDigest)               ; {"verdict":"Abort"}                            ; {"verdict":"Commit"}
          (self.command == 'Commit') == has(self.jobDigest)               ; {"command":"Commit","jobDigest":"a"}           ; {"command":"Run","jobDigest":"a"}
          !has(self.sourceAfterSuccess) || self.command == 'Commit'       ; {"command":"Commit","sourceAfterSuccess":"Retain"} ; {"command":"Run","sourceAfterSuccess":"Retain"}
          !has(self.state) || self.state != 'Failed' || has(self.failure) ; {"state":"Failed","failure":{}}                ; {"state":"Failed"}
          !has(self.release) || (self.release && self.command != 'Run')   ; {"command":"Abort","release":true}             ; {"command":"Run","release":true}
          !has(self.release) || (self.release && self.command != 'Run')   ; {"command":"Commit"}                           ; {"command":"Commit","release":false}
          !has(self.released) || !self.released || (has(self.quiesced) && self.quiesced == 'True') ; {"released":true,"quiesced":"True"} ; {"released":true,"quiesced":"Unknown"}
          !has(self.quarantine) || (has(self.quiesced) && self.quiesced == 'Unknown') ; {"quarantine":{},"quiesced":"Unknown"} ; {"quarantine":{},"quiesced":"True"}
          !has(self.status) || !has(self.status.claim) || self.spec.origin == 'Reserved' ; {"status":{"claim":{}},"spec":{"origin":"Reserved"}} ; {"status":{"claim":{}},"spec":{"origin":"Exported"}}
          !has(self.status) || !has(self.status.phase) || self.status.phase != 'Cancelled' || !has(self.status.decision) || self.status.decision.verdict == 'Abort' ; {"status":{"phase":"Cancelled","decision":{"verdict":"Abort"}}} ; {"status":{"phase":"Cancelled","decision":{"verdict":"Commit"}}}
          !has(self.spec.retryOf) || self.spec.retryOf != self.metadata.name ; {"metadata":{"name":"a"},"spec":{"retryOf":"b"}} ; {"metadata":{"name":"a"},"spec":{"retryOf":"a"}}
          """)
  void aCounterpartDecidesAsTheRuleSays(String rule, String right, String wrong)
      throws JsonProcessingException {
    var test = ResourceRules.counterpart(new ValidationRule(null, null, null, null, null, rule));
    assertThat(test.test(json(right))).isTrue();
    assertThat(test.test(json(wrong))).isFalse();
  }

  @Test
  void aQuarantineNamesSomebodyAndThePhaseBehindIt() throws JsonProcessingException {
    var somebody = counterpart("status.quarantine must name somebody");
    var behind = counterpart("status.phaseAfterQuarantine must be set");
    var right =
        json(
            "{\"status\":{\"phase\":\"Quarantined\",\"quarantine\":[{}],"
                + "\"phaseAfterQuarantine\":\"Ready\"}}");
    var wrong = json("{\"status\":{\"phase\":\"Quarantined\",\"quarantine\":[]}}");
    var other =
        json(
            "{\"status\":{\"phase\":\"Ready\",\"quarantine\":[{}],"
                + "\"phaseAfterQuarantine\":\"Ready\"}}");
    for (var rule : List.of(somebody, behind)) {
      assertThat(rule.test(right)).isTrue();
      assertThat(rule.test(wrong)).isFalse();
      assertThat(rule.test(other)).isFalse();
      assertThat(rule.test(json("{\"status\":{\"phase\":\"Ready\"}}"))).isTrue();
      assertThat(rule.test(json("{}"))).isTrue();
    }
  }

  @Test
  void aSucceededJobNeedsACommitOfItsOwnAttempt() throws JsonProcessingException {
    var phase = counterpart("status.phase Committing and Succeeded need");
    var attempt = counterpart("status.decision.attempt must be status.attempt");
    var right =
        "{'status':{'phase':'Succeeded','attempt':2,'decision':{'attempt':2,'verdict':'Commit'}}}";
    assertThat(phase.test(json(right.replace('\'', '"')))).isTrue();
    assertThat(attempt.test(json(right.replace('\'', '"')))).isTrue();
    assertThat(phase.test(json(right.replace("Commit", "Abort").replace('\'', '"')))).isFalse();
    assertThat(
            attempt.test(
                json(right.replace("'attempt':2,'dec", "'attempt':3,'dec").replace('\'', '"'))))
        .isFalse();
    assertThat(
            phase.test(json("{\"status\":{\"phase\":\"Succeeded\"},\"spec\":{\"dryRun\":true}}")))
        .isTrue();
  }

  private static java.util.function.Predicate<JsonNode> counterpart(String message) {
    return rulesOfOneState()
        .filter(rule -> rule.getMessage().startsWith(message))
        .map(ResourceRules::counterpart)
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode json(String text) throws JsonProcessingException {
    return new ObjectMapper().readTree(text);
  }
}
