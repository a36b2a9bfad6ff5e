package io.kvreshard.e2e.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.kvreshard.e2e.cluster.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Dashboard and alerts ask for metrics that there are, and people can read what they mean. */
class MonitoringTest {
  private static final Path DASHBOARD = Path.of("helm/kvreshard/files/dashboard.json");
  private static final Path ALERTS = Path.of("helm/kvreshard/files/alerts.yaml");
  private static final Path TESTS = Path.of("e2e/src/test/monitoring/alerts.test.yaml");
  private static final Pattern METRIC = Pattern.compile("\\bkvreshard_\\w+");
  private static final Pattern PART = Pattern.compile("_(bucket|count|sum|max)$");
  private static final Pattern VALUE = Pattern.compile("\\{\\{[^}]*}}");
  private static final Pattern FIRED = Pattern.compile("alertname=\"(\\w+)\"");
  private static final Pattern DOCUMENTED = Pattern.compile("\\| `(kvreshard_\\w+)` \\|");

  @Test
  void everyMetricThatIsAskedForIsDocumented() throws IOException {
    var documented = documented();
    assertThat(documented).hasSizeGreaterThan(20);
    var asked = new TreeSet<String>();
    panels().flatMap(MonitoringTest::expressions).forEach(text -> collect(text, asked));
    rules().forEach(rule -> collect(rule.path("expr").asText(), asked));
    assertThat(documented).containsAll(asked);
    assertThat(asked).as("every metric is shown or watched").containsAll(documented);
  }

  @Test
  void everyPanelSaysWhatItShowsAndWhereItBelongs() throws IOException {
    var panels = panels().toList();
    assertThat(panels).extracting(panel -> panel.path("id").asInt()).doesNotHaveDuplicates();
    assertThat(panels)
        .filteredOn(panel -> !panel.path("type").asText().equals("row"))
        .hasSizeGreaterThan(20)
        .allSatisfy(
            panel -> {
              assertThat(panel.path("title").asText()).isNotBlank();
              assertThat(panel.path("description").asText()).isNotBlank();
              assertThat(panel.at("/datasource/uid").asText()).isEqualTo("${datasource}");
              assertThat(expressions(panel)).isNotEmpty();
            });
  }

  @Test
  void theDocumentHasEveryAlert() throws IOException {
    var document = Files.readString(Project.root().resolve("docs/alerts.md"));
    var rows = rules().map(MonitoringTest::row).toList();
    assertThat(rows).hasSizeGreaterThan(10);
    assertThat(document.lines().filter(line -> line.startsWith("| `")).toList()).isEqualTo(rows);
  }

  @Test
  void everyAlertIsMadeToFireByATest() throws IOException {
    var fired = new TreeSet<String>();
    for (var test : read(YAMLMapper.builder().build(), TESTS).path("tests")) {
      for (var expected : test.path("alert_rule_test")) {
        if (!expected.path("exp_alerts").isEmpty()) {
          fired.add(expected.path("alertname").asText());
        }
      }
      test.path("promql_expr_test")
          .findValuesAsText("labels")
          .forEach(labels -> FIRED.matcher(labels).results().forEach(m -> fired.add(m.group(1))));
    }
    assertThat(rules().map(rule -> rule.path("alert").asText()))
        .containsExactlyInAnyOrderElementsOf(fired);
  }

  private static String row(JsonNode rule) {
    var notes = rule.path("annotations");
    return "| `%s` | %s | %s | %s |"
        .formatted(
            rule.path("alert").asText(),
            rule.at("/labels/severity").asText(),
            VALUE.matcher(notes.path("summary").asText()).replaceAll("…"),
            notes.path("runbook").asText());
  }

  private static Set<String> documented() throws IOException {
    var names = new TreeSet<String>();
    DOCUMENTED
        .matcher(Files.readString(Project.root().resolve("docs/metrics.md")))
        .results()
        .forEach(match -> names.add(match.group(1)));
    return names;
  }

  private static void collect(String expression, Set<String> names) {
    METRIC
        .matcher(expression)
        .results()
        .forEach(match -> names.add(PART.matcher(match.group()).replaceFirst("")));
  }

  private static Stream<String> expressions(JsonNode panel) {
    return stream(panel.path("targets")).map(target -> target.path("expr").asText());
  }

  private static Stream<JsonNode> panels() throws IOException {
    return stream(read(JsonMapper.builder().build(), DASHBOARD).path("panels"));
  }

  private static Stream<JsonNode> rules() throws IOException {
    return stream(read(YAMLMapper.builder().build(), ALERTS).path("groups"))
        .flatMap(group -> stream(group.path("rules")));
  }

  private static Stream<JsonNode> stream(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  private static JsonNode read(ObjectMapper mapper, Path file) throws IOException {
    return mapper.readTree(Files.readString(Project.root().resolve(file)));
  }
}
