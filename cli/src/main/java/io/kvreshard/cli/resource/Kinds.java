package io.kvreshard.cli.resource;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVRuntime;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** The kinds of this version, with the schemas that the CRDs ship with. */
final class Kinds {
  static final String GROUP = "kvreshard.io";
  static final String API_VERSION = GROUP + "/v1alpha1";

  private static final List<Class<? extends HasMetadata>> ALL =
      List.of(
          KVNode.class,
          KVReshardJob.class,
          KVRuntime.class,
          KVSnapshot.class,
          KVTransferTask.class);

  private static final Map<String, JSONSchemaProps> SCHEMAS = new ConcurrentHashMap<>();

  private Kinds() {}

  static List<String> names() {
    return ALL.stream().map(HasMetadata::getKind).toList();
  }

  /** The schema of one of the {@link #names}. */
  static JSONSchemaProps schema(String kind) {
    return SCHEMAS.computeIfAbsent(kind, Kinds::load);
  }

  /** The schema of a field that it is known to have. */
  static JSONSchemaProps field(JSONSchemaProps schema, String name) {
    return Objects.requireNonNull(schema.getProperties().get(name), name);
  }

  private static JSONSchemaProps load(String name) {
    var kind =
        ALL.stream().filter(it -> HasMetadata.getKind(it).equals(name)).findFirst().orElseThrow();
    var file = "/crd/%s.%s-v1.yml".formatted(HasMetadata.getPlural(kind), GROUP);
    try (InputStream in = Objects.requireNonNull(Kinds.class.getResourceAsStream(file), file)) {
      var definition = new KubernetesSerialization().unmarshal(in, CustomResourceDefinition.class);
      return definition.getSpec().getVersions().getFirst().getSchema().getOpenAPIV3Schema();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
