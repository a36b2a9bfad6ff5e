package io.kvreshard.operator.act;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.kvreshard.core.status.Finding;
import io.kvreshard.crd.schema.Bounds;
import io.kvreshard.crd.schema.Text;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Findings as the API's conditions. */
final class Conditions {
  private Conditions() {}

  /** The findings; a condition whose truth stays keeps the time of its last transition. */
  static List<Condition> of(
      List<Finding> findings, @Nullable List<Condition> before, long generation, Instant now) {
    return findings.stream()
        .map(
            finding ->
                new ConditionBuilder()
                    .withType(finding.type())
                    .withStatus(finding.truth().name())
                    .withReason(finding.reason())
                    .withMessage(Text.clip(finding.message(), Bounds.MESSAGE))
                    .withObservedGeneration(generation)
                    .withLastTransitionTime(since(finding, before, now))
                    .build())
        .toList();
  }

  private static String since(Finding finding, @Nullable List<Condition> before, Instant now) {
    if (before != null) {
      for (var old : before) {
        if (old.getType().equals(finding.type())
            && old.getStatus().equals(finding.truth().name())) {
          return old.getLastTransitionTime();
        }
      }
    }
    return text(now);
  }

  static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
