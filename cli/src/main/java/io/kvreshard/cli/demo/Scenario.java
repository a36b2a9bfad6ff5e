package io.kvreshard.cli.demo;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.kvreshard.crd.KVReshardJob;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/**
 * One move of the demo: a folder of {@code examples/}, read as it is.
 *
 * @param name of the folder
 * @param source the engine that the job's source names
 * @param target the engine that the job's target names
 * @param job as a cluster would get it
 */
record Scenario(String name, EngineExample source, EngineExample target, KVReshardJob job) {
  /**
   * Reads a folder of {@code examples/}.
   *
   * @throws DemoFailure if something is missing in it
   */
  static Scenario read(Path folder) {
    var yaml = new KubernetesSerialization();
    var engines = objects(yaml, folder.resolve("engines.yaml"));
    var job =
        objects(yaml, folder.resolve("job.yaml")).stream()
            .filter(KVReshardJob.class::isInstance)
            .map(KVReshardJob.class::cast)
            .findFirst()
            .orElseThrow(() -> new DemoFailure(folder + "/job.yaml has no KVReshardJob"));
    return new Scenario(
        folder.getFileName().toString(),
        EngineExample.read(job.getSpec().source().snapshotRef().name(), engines),
        EngineExample.read(job.getSpec().target().snapshotRef().name(), engines),
        job);
  }

  private static List<HasMetadata> objects(KubernetesSerialization yaml, Path file) {
    yaml.registerKubernetesResource(KVReshardJob.class);
    try (InputStream in = Files.newInputStream(file)) {
      Object parsed = yaml.unmarshal(in);
      return switch (parsed) {
        case HasMetadata one -> List.of(one);
        case Collection<?> many ->
            many.stream()
                .filter(HasMetadata.class::isInstance)
                .map(HasMetadata.class::cast)
                .toList();
        default -> List.of();
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
