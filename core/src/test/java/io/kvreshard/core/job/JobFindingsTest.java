package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.status.Finding;
import io.kvreshard.core.status.Truth;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The conditions of every phase with every reason. */
class JobFindingsTest {
  @ParameterizedTest
  @EnumSource
  void oneOfThreeThingsIsSaidToTools(Phase phase) {
    for (var reason : Reason.values()) {
      for (var quiesced : Truth.values()) {
        var findings = JobFindings.of(phase, reason, "Why.", quiesced, "");
        assertThat(findings)
            .as("%s, %s", phase, reason)
            .filteredOn(it -> List.of("Ready", "Reconciling", "Stalled").contains(it.type()))
            .filteredOn(it -> it.truth() == Truth.True)
            .hasSize(1);
        assertThat(truth(findings, "Quiesced")).isEqualTo(quiesced);
        assertThat(truth(findings, "Succeeded")).isEqualTo(Truth.of(phase == Phase.Succeeded));
        assertThat(truth(findings, "Failed")).isEqualTo(Truth.of(phase == Phase.Failed));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void noiseThatWasLeftBehindIsNeverForgotten(Phase phase) {
    for (var quiesced : Truth.values()) {
      var findings = JobFindings.of(phase, Reason.Moving, "Why.", quiesced, "Node n2 may.");
      assertThat(findings)
          .contains(new Finding("Quiesced", Truth.Unknown, "Quarantined", "Node n2 may."));
    }
  }

  private static Truth truth(List<Finding> findings, String type) {
    return findings.stream().filter(it -> it.type().equals(type)).findFirst().orElseThrow().truth();
  }
}
