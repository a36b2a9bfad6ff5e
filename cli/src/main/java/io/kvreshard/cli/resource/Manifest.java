package io.kvreshard.cli.resource;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvreshard.cli.input.Pointers;
import io.kvreshard.cli.input.YamlDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One object of Kubernetes in a file.
 *
 * @param file as it was named
 * @param root pointer to the object within its document, which may be a list of objects
 */
public record Manifest(String file, YamlDocument document, String root) {
  /** The objects in a document; those of a {@code kind: List} one by one. */
  public static List<Manifest> of(String file, YamlDocument document) {
    var content = document.content();
    if (!content.path("kind").asText().endsWith("List") || !content.path("items").isArray()) {
      return List.of(new Manifest(file, document, ""));
    }
    var objects = new ArrayList<Manifest>();
    for (int i = 0; i < content.path("items").size(); i++) {
      objects.add(new Manifest(file, document, Pointers.item("/items", i)));
    }
    return List.copyOf(objects);
  }

  public JsonNode object() {
    return document.content().at(root);
  }

  /** As it says itself; possibly empty. */
  public String kind() {
    return object().path("kind").asText();
  }

  /** As it says itself; possibly empty. */
  public String name() {
    return object().at("/metadata/name").asText();
  }

  /** As it says itself; empty if the namespace is left to kubectl. */
  public String namespace() {
    return object().at("/metadata/namespace").asText();
  }

  /** True unless both say a namespace and these differ. */
  public boolean sharesNamespace(Manifest other) {
    return namespace().isEmpty()
        || other.namespace().isEmpty()
        || namespace().equals(other.namespace());
  }

  /** True if somebody else defines and checks objects of this kind. */
  public boolean foreign() {
    var version = object().path("apiVersion").asText();
    return !version.isEmpty()
        && !version.startsWith(Kinds.GROUP + "/")
        && !kind().isEmpty()
        && !Kinds.names().contains(kind());
  }

  /** The line, from 1, where a value of the object begins in the file. */
  public int line(String pointer) {
    return document.line(root + pointer);
  }

  /** {@code KVSnapshot "tp4"}. */
  public String title() {
    return Stream.of(
            kind().isEmpty() ? "object" : kind(), name().isEmpty() ? "" : '"' + name() + '"')
        .filter(word -> !word.isEmpty())
        .reduce((kind, name) -> kind + " " + name)
        .orElseThrow();
  }
}
