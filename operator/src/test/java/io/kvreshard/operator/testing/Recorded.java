package io.kvreshard.operator.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.StreamSupport;

/**
 * Objects as a real API server showed them, one a file. Recorded anew with {@code
 * -Dkvreshard.recorded=write}.
 */
public final class Recorded {
  private static final Path FOLDER = Path.of("src/test/recorded");
  private static final boolean WRITE = "write".equals(System.getProperty("kvreshard.recorded"));
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private Recorded() {}

  /** Names of all recordings, in order. */
  public static List<String> names() {
    try (var files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString().replace(".json", ""))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A recording. */
  public static JsonNode read(String name) {
    try {
      return JSON.readTree(file(name).toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether an object of today has the fields, and the words for machines, of its recording. */
  public static void check(String name, String raw) throws IOException {
    var now = JSON.readTree(raw);
    // Who wrote which field is of no interest to tools, and long.
    ((ObjectNode) now.get("metadata")).remove("managedFields");
    if (WRITE) {
      Files.createDirectories(FOLDER);
      Files.writeString(file(name), JSON.writeValueAsString(now) + "\n");
    }
    assertThat(shape(now)).as(name).isEqualTo(shape(read(name)));
  }

  private static Path file(String name) {
    return FOLDER.resolve(name + ".json");
  }

  /** What tools go by. */
  private static String shape(JsonNode object) {
    var status = object.path("status");
    var fields = new TreeSet<String>();
    status.fieldNames().forEachRemaining(fields::add);
    // It comes some seconds after the beginning of an attempt, or not at all.
    fields.remove("progress");
    var conditions =
        StreamSupport.stream(status.path("conditions").spliterator(), false)
            .map(
                it ->
                    "%s=%s %s"
                        .formatted(
                            it.path("type").asText(),
                            it.path("status").asText(),
                            it.path("reason").asText()))
            .sorted()
            .toList();
    return "%s %s %s %s %s"
        .formatted(
            object.path("kind").asText(),
            status.path("phase").asText(),
            status.path("reason").asText(),
            fields,
            conditions);
  }
}
