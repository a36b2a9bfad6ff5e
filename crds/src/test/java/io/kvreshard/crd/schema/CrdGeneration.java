package io.kvreshard.crd.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.kvreshard.crd.testing.Crds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Generates the CRDs' YAML from the classes: Fabric8's generator, then what it cannot know ({@link
 * RecordSchema}) and the order of the printer columns, which it sorts by path. Fabric8's Maven
 * plugin has no place for the second step.
 */
final class CrdGeneration {
  private CrdGeneration() {}

  /** YAML by file name. */
  static Map<String, String> run() {
    var streams = new HashMap<String, ByteArrayOutputStream>();
    try (var output =
        new CRDGenerator.AbstractCRDOutput<ByteArrayOutputStream>() {
          @Override
          protected ByteArrayOutputStream createStreamFor(String name) {
            return streams.computeIfAbsent(name, any -> new ByteArrayOutputStream());
          }
        }) {
      new CRDGenerator()
          .customResourceClasses(Crds.kinds())
          .withParallelGenerationEnabled(false)
          // Without quotes kubectl and Helm take the names True and False for booleans.
          .withMinQuotes(false)
          .withPostProcessor(new Completion())
          .withOutput(output)
          .generate();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var files = new TreeMap<String, String>();
    streams.forEach((name, stream) -> files.put(name + ".yml", stream.toString(UTF_8)));
    return files;
  }

  private static final class Completion implements CRDPostProcessor {
    @Override
    public HasMetadata process(HasMetadata crd, String version) {
      var definition = (CustomResourceDefinition) crd;
      var kind =
          Crds.kinds().stream()
              .filter(k -> HasMetadata.getKind(k).equals(definition.getSpec().getNames().getKind()))
              .findFirst()
              .orElseThrow();
      for (var served : definition.getSpec().getVersions()) {
        RecordSchema.completeRoot(served.getSchema().getOpenAPIV3Schema(), kind);
        orderColumns(served, kind);
      }
      return definition;
    }

    private static void orderColumns(CustomResourceDefinitionVersion version, Class<?> kind) {
      List<String> declared =
          Stream.of(kind.getAnnotationsByType(AdditionalPrinterColumn.class))
              .map(AdditionalPrinterColumn::name)
              .toList();
      version
          .getAdditionalPrinterColumns()
          .sort(Comparator.comparing(column -> declared.indexOf(column.getName())));
    }
  }
}
