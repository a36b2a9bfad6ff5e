package io.kvreshard.crd.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One JSON file an object: {@code <root>/<plural>/<namespace, or _>/<name>.json}. Readers need no
 * lock: a file appears and changes by rename, whole. Files outlive a killed process, not a power
 * cut.
 */
final class ObjectFiles {
  private static final String CLUSTER = "_";
  private static final String SUFFIX = ".json";

  private final Path root;
  private final KubernetesSerialization serialization = new KubernetesSerialization();

  ObjectFiles(Path root) {
    this.root = root;
  }

  Path file(Class<? extends HasMetadata> kind, String namespace, String name) {
    var folder = Names.namespaced(kind) ? Names.checked(namespace) : CLUSTER;
    return folder(kind).resolve(folder).resolve(Names.checked(name) + SUFFIX);
  }

  Path file(HasMetadata object) {
    var meta = object.getMetadata();
    var namespace = meta.getNamespace();
    return file(object.getClass(), namespace == null ? "" : namespace, meta.getName());
  }

  /** The files of a kind, in one namespace or all. */
  List<Path> files(Class<? extends HasMetadata> kind, Scope scope) throws IOException {
    var namespace = scope.namespace();
    if (namespace != null && Names.namespaced(kind)) {
      return children(folder(kind).resolve(Names.checked(namespace)), "*" + SUFFIX);
    }
    var files = new ArrayList<Path>();
    for (var folder : children(folder(kind), "*")) {
      files.addAll(children(folder, "*" + SUFFIX));
    }
    return files;
  }

  Optional<ObjectNode> read(Path file) throws IOException {
    try {
      return Optional.of(serialization.unmarshal(Files.readString(file), ObjectNode.class));
    } catch (NoSuchFileException gone) {
      return Optional.empty();
    }
  }

  void write(Path file, ObjectNode object) throws IOException {
    Files.createDirectories(file.getParent());
    // Only the holder of the lock writes, so one name is enough; it matches no object's file.
    var part = file.resolveSibling(".part");
    Files.writeString(part, serialization.asJson(object));
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** As a file would give it back: trees from elsewhere differ in the types of their numbers. */
  ObjectNode tree(HasMetadata object) {
    return serialization.unmarshal(serialization.asJson(object), ObjectNode.class);
  }

  <T extends HasMetadata> T object(ObjectNode tree, Class<T> kind) {
    return serialization.convertValue(tree, kind);
  }

  private Path folder(Class<? extends HasMetadata> kind) {
    return root.resolve(HasMetadata.getPlural(kind));
  }

  private static List<Path> children(Path folder, String glob) throws IOException {
    try (var children = Files.newDirectoryStream(folder, glob)) {
      var list = new ArrayList<Path>();
      children.forEach(list::add);
      return list;
    } catch (NoSuchFileException none) {
      return List.of();
    }
  }
}
