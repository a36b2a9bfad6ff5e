package io.kvreshard.core.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The case files of {@code src/test/resources/conformance}; their README tells what a row holds.
 */
final class Cases {
  static final List<String> FILES =
      List.of(
          "completion",
          "content",
          "invalid",
          "lowering",
          "operation",
          "placement",
          "placement_mutation",
          "plan",
          "resolve_contiguous",
          "resolved_binding",
          "runtime_binding",
          "snapshot");

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS).build();

  private Cases() {}

  /** The rows of a file, as fields that a test may change. */
  static Stream<Map<String, Object>> rows(String file) {
    String resource = "/conformance/" + file + ".jsonl";
    try (InputStream in = Objects.requireNonNull(Cases.class.getResourceAsStream(resource))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().toList().stream().map(Cases::parse);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Object> parse(String line) {
    try {
      return JSON.readValue(line, new TypeReference<>() {});
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
