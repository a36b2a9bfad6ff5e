package io.kvreshard.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrackingTest {
  private static final Path POLICY = Path.of("../helm/kvreshard/templates/job-policy.yaml");

  @ParameterizedTest
  @CsvSource({
    "argocd.argoproj.io/instance, Argo CD",
    "kustomize.toolkit.fluxcd.io/name, Flux",
    "helm.toolkit.fluxcd.io/name, Flux"
  })
  void labelNamesTheTool(String label, String tool) {
    assertThat(Tracking.of(new ObjectMetaBuilder().withLabels(Map.of(label, "x")).build()))
        .isEqualTo(tool);
  }

  @Test
  void annotationNamesTheTool() {
    var meta = new ObjectMetaBuilder().addToAnnotations("argocd.argoproj.io/tracking-id", "x");
    assertThat(Tracking.of(meta.build())).isEqualTo("Argo CD");
  }

  @Test
  void othersAreNotTracked() {
    assertThat(Tracking.of(new ObjectMetaBuilder().build())).isNull();
    var meta = new ObjectMetaBuilder().addToLabels("app.kubernetes.io/instance", "x");
    assertThat(Tracking.of(meta.build())).isNull();
  }

  @Test
  void thePolicyOfTheChartKnowsTheSame() throws IOException {
    var keys =
        Pattern.compile("'([a-z.]+/[a-z-]+)'")
            .matcher(Files.readString(POLICY))
            .results()
            .map(found -> found.group(1));
    assertThat(keys).containsExactlyInAnyOrderElementsOf(Tracking.keys());
  }
}
