package io.kvreshard.crd.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class CrdFilesTest {
  /** The chart's own folder: one copy of each file in the repository. */
  private static final Path COMMITTED = Path.of("../helm/kvreshard-crds/crd");

  private static final String WRITE = "kvreshard.crds";

  @Test
  void theCommittedFilesAreTheGeneratedOnes() throws IOException {
    var generated = CrdGeneration.run();
    if ("write".equals(System.getProperty(WRITE))) {
      for (var file : generated.entrySet()) {
        Files.writeString(COMMITTED.resolve(file.getKey()), file.getValue());
      }
    }
    assertThat(committed())
        .as("write the chart's files as docs/custom-resources.md says, with -D%s=write", WRITE)
        .containsExactlyInAnyOrderEntriesOf(generated);
  }

  @Test
  void everyFieldIsDescribedAndBounded() {
    forEachField(
        (path, field) -> {
          var type = field.getType();
          assertThat(type).as(path).isIn("object", "array", "string", "integer", "boolean");
          assertThat(field.getXKubernetesPreserveUnknownFields()).as(path).isNull();
          if (!path.endsWith("[]")) {
            assertThat(field.getDescription()).as(path).hasSizeGreaterThan(10).endsWith(".");
          }
          switch (type) {
            case "integer" ->
                assertThat(field.getMaximum()).as(path).isBetween(1.0, Bounds.INTEGER);
            case "string" ->
                assertThat(
                        field.getMaxLength() != null
                            || field.getEnum() != null
                            || "date-time".equals(field.getFormat()))
                    .as(path)
                    .isTrue();
            case "array" -> assertThat(field.getMaxItems()).as(path).isPositive();
            default -> {}
          }
        });
  }

  @Test
  void generationIsDeterministic() {
    assertThat(CrdGeneration.run()).isEqualTo(CrdGeneration.run());
  }

  private static void forEachField(BiConsumer<String, JSONSchemaProps> check) {
    CrdGeneration.run()
        .forEach(
            (file, yaml) -> {
              var crd = Serialization.unmarshal(yaml, CustomResourceDefinition.class);
              var root = crd.getSpec().getVersions().getFirst().getSchema().getOpenAPIV3Schema();
              visit(crd.getSpec().getNames().getKind(), root, check);
            });
  }

  private static void visit(
      String path, JSONSchemaProps schema, BiConsumer<String, JSONSchemaProps> check) {
    check.accept(path, schema);
    var properties = schema.getProperties();
    if (properties != null) {
      properties.forEach((name, property) -> visit(path + "." + name, property, check));
    }
    if (schema.getItems() != null) {
      visit(path + "[]", schema.getItems().getSchema(), check);
    }
  }

  private static Map<String, String> committed() throws IOException {
    var files = new TreeMap<String, String>();
    try (var found = Files.newDirectoryStream(COMMITTED, "*.yml")) {
      for (var file : found) {
        files.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return files;
  }
}
