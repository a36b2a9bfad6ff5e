package io.kvreshard.e2e.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.kvreshard.e2e.cluster.Command;
import io.kvreshard.e2e.cluster.Helm;
import io.kvreshard.e2e.cluster.Installation;
import io.kvreshard.e2e.cluster.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the chart brings to watch the product with, by the real helm and the real promtool. */
class MonitoringIT {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Helm HELM = new Helm(Path.of("/dev/null"), Installation.SYSTEM);
  private static final Path DASHBOARD = file("helm/kvreshard/files/dashboard.json");
  private static final Path ALERTS = file("helm/kvreshard/files/alerts.yaml");
  private static final Path TESTS = file("e2e/src/test/monitoring/alerts.test.yaml");

  @Test
  void nothingOfItIsThereUnlessAskedFor() throws IOException {
    assertThat(rendered())
        .extracting(MonitoringIT::kind)
        .contains("DaemonSet", "Deployment")
        .doesNotContain("ConfigMap", "PodMonitor", "PrometheusRule");
  }

  @Test
  void grafanaFindsTheDashboard() throws IOException {
    var map = only("ConfigMap", "monitoring.dashboard.enabled=true");
    assertThat(map.at("/metadata/labels/grafana_dashboard").asText()).isEqualTo("1");
    var dashboard = map.at("/data/kvreshard.json").asText();
    var mapper = new JsonMapper();
    assertThat(mapper.readTree(dashboard)).isEqualTo(mapper.readTree(Files.readString(DASHBOARD)));
  }

  @Test
  void prometheusFindsTheOperatorAndTheAgents() throws IOException {
    var objects =
        rendered("monitoring.podMonitor.enabled=true", "monitoring.podMonitor.labels.release=p");
    var monitors = ofKind(objects, "PodMonitor");
    assertThat(monitors)
        .allSatisfy(
            monitor -> assertThat(monitor.at("/metadata/labels/release").asText()).isEqualTo("p"))
        .flatExtracting(monitor -> found(monitor, objects))
        .containsExactlyInAnyOrder("kvreshard-operator", "kvreshard-agent");
  }

  @Test
  void theRuleHoldsTheAlertsAsTheyAre() throws IOException {
    var rule =
        only(
            "PrometheusRule", "monitoring.alerts.enabled=true", "monitoring.alerts.labels.team=kv");
    assertThat(rule.at("/metadata/labels/team").asText()).isEqualTo("kv");
    assertThat(rule.path("spec")).isEqualTo(YAML.readTree(Files.readString(ALERTS)));
  }

  @Test
  void promtoolFindsNoFaultWithTheAlerts() {
    promtool("check", "rules", "--lint=all", "--lint-fatal", ALERTS.toString());
  }

  @Test
  void everyAlertFiresWhenItShouldAndNotBefore() {
    promtool("test", "rules", TESTS.toString());
  }

  /** Names of the workloads that a PodMonitor selects and that have the port it asks. */
  private static List<String> found(JsonNode monitor, List<JsonNode> objects) {
    var wanted = properties(monitor.at("/spec/selector/matchLabels"));
    var port = monitor.at("/spec/podMetricsEndpoints/0/port").asText();
    return objects.stream()
        .filter(object -> Set.of("Deployment", "DaemonSet").contains(kind(object)))
        .filter(object -> namespace(object).equals(namespace(monitor)))
        .filter(
            object -> properties(object.at("/spec/template/metadata/labels")).containsAll(wanted))
        .filter(
            object ->
                object
                    .at("/spec/template/spec/containers/0/ports")
                    .findValuesAsText("name")
                    .stream()
                    .anyMatch(port::equals))
        .map(object -> object.at("/metadata/name").asText())
        .toList();
  }

  private static Set<?> properties(JsonNode object) {
    assertThat(object.properties()).isNotEmpty();
    return object.properties();
  }

  private static JsonNode only(String kind, String... settings) throws IOException {
    var objects = ofKind(rendered(settings), kind);
    assertThat(objects).as(kind).hasSize(1);
    return objects.getFirst();
  }

  private static List<JsonNode> ofKind(List<JsonNode> objects, String kind) {
    return objects.stream().filter(object -> kind(object).equals(kind)).toList();
  }

  private static List<JsonNode> rendered(String... settings) throws IOException {
    var all = Stream.concat(Stream.of("image.registry=x"), Stream.of(settings));
    var result = HELM.template(all.toArray(String[]::new));
    assertThat(result.status()).as(result.err()).isZero();
    try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(result.out())) {
      return documents.readAll();
    }
  }

  private static void promtool(String... arguments) {
    var argv = Stream.concat(Stream.of(Project.program("promtool")), Stream.of(arguments));
    var result = Command.of(argv.toArray(String[]::new)).attempt();
    assertThat(result.status()).as(result.out() + result.err()).isZero();
  }

  private static String kind(JsonNode object) {
    return object.path("kind").asText();
  }

  private static String namespace(JsonNode object) {
    return object.at("/metadata/namespace").asText();
  }

  private static Path file(String name) {
    return Project.root().resolve(name);
  }
}
