package io.kvreshard.e2e.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** A manifest of examples/, as it is or changed by a test. */
public final class Example {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private final List<ObjectNode> documents;

  private Example(List<ObjectNode> documents) {
    this.documents = documents;
  }

  /**
   * Reads a manifest.
   *
   * @param name relative to examples/
   */
  public static Example read(String name) {
    Path file = Project.root().resolve("examples").resolve(name);
    try (var text = Files.newBufferedReader(file)) {
      // Jackson does not follow YAML's references, so that SnakeYAML reads.
      var documents = new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(text);
      return new Example(
          StreamSupport.stream(documents.spliterator(), false)
              .map(document -> YAML.<ObjectNode>valueToTree(document))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A manifest of one object. */
  public static Example of(ObjectNode document) {
    return new Example(List.of(document));
  }

  /** Of the first object. */
  public String name() {
    return documents.getFirst().at("/metadata/name").asText();
  }

  /** Both, one after the other. */
  public Example and(Example other) {
    return new Example(Stream.concat(documents.stream(), other.documents.stream()).toList());
  }

  /** Only the objects of this name. */
  public Example only(String name) {
    return new Example(
        documents.stream()
            .filter(document -> document.at("/metadata/name").asText().equals(name))
            .toList());
  }

  /** The same with another line in the options of its engines. */
  public Example option(String line, String otherLine) {
    return each(
        document -> {
          if (document.at("/data") instanceof ObjectNode data) {
            var options = data.path("options").asText();
            data.put("options", options.replace(line + "\n", otherLine + "\n"));
          }
        });
  }

  /** The same with another value at a JSON pointer of every document that has its parent. */
  public Example with(String pointer, Object value) {
    int slash = pointer.lastIndexOf('/');
    var parent = pointer.substring(0, slash);
    var field = pointer.substring(slash + 1);
    return each(
        document -> {
          if (document.at(parent) instanceof ObjectNode object) {
            object.set(field, YAML.valueToTree(value));
          }
        });
  }

  /** The same with other names: objects, and volumes that refer to them. */
  public Example renamed(String from, String to) {
    return each(
        document -> {
          rename(document, "/metadata/name", from, to);
          for (var volume : document.at("/spec/volumes")) {
            rename((ObjectNode) volume, "/configMap/name", from, to);
          }
        });
  }

  private static void rename(ObjectNode document, String pointer, String from, String to) {
    if (document.at(pointer).asText().equals(from)) {
      int slash = pointer.lastIndexOf('/');
      ((ObjectNode) document.at(pointer.substring(0, slash))).put(pointer.substring(slash + 1), to);
    }
  }

  /** The same after a change of every document. */
  public Example each(Consumer<ObjectNode> change) {
    var copies = documents.stream().map(JsonNode::deepCopy).map(ObjectNode.class::cast).toList();
    copies.forEach(change);
    return new Example(copies);
  }

  /** As text for kubectl. */
  public String yaml() {
    try {
      var text = new StringBuilder();
      for (var document : documents) {
        text.append(YAML.writeValueAsString(document));
      }
      return text.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
