package io.kvreshard.core.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvreshard.core.RejectedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;

/**
 * The case files of {@code src/test/resources/conformance}; their README tells what a row holds.
 */
final class Cases {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Cases that break two rules, of which we meet another one first. */
  private static final Map<String, String> OUR_CATEGORY =
      Map.of(
          "pub-placement_mutation-004", "range",
          "pub-invalid-176", "string");

  private Cases() {}

  /** One test for each row of a file. */
  static Stream<DynamicTest> tests(String file, Consumer<JsonNode> test) {
    return tests(file, row -> true, test);
  }

  /** One test for each selected row of a file. */
  static Stream<DynamicTest> tests(
      String file, Predicate<JsonNode> selected, Consumer<JsonNode> test) {
    return rows(file)
        .filter(selected)
        .map(row -> DynamicTest.dynamicTest(name(row), () -> test.accept(row)));
  }

  static Stream<JsonNode> rows(String file) {
    String resource = "/conformance/" + file + ".jsonl";
    try (InputStream in = Objects.requireNonNull(Cases.class.getResourceAsStream(resource))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().toList().stream().map(Cases::parse);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static @Nullable String textOrNull(JsonNode node) {
    return node.isNull() ? null : node.textValue();
  }

  /** The value if the case must be accepted; null after the rejection that it demands. */
  static <T> @Nullable T verdict(JsonNode row, Supplier<T> action) {
    JsonNode expect = row.get("expect");
    if (expect.get("verdict").textValue().equals("accept")) {
      return action.get();
    }
    Throwable thrown = catchThrowable(action::get);
    assertThat(thrown).isInstanceOf(RejectedException.class);
    RejectedException rejected = (RejectedException) Objects.requireNonNull(thrown);
    assertThat(rejected.rejection().message()).isNotBlank();
    assertThat(categories(row.get("id").textValue(), expect.get("category").textValue()))
        .as("category of: %s", rejected.getMessage())
        .contains(rejected.category().wire());
    return null;
  }

  /** Categories are advice: the verdict is normative. They still must not drift unseen. */
  private static Set<String> categories(String id, String upstream) {
    String ours = OUR_CATEGORY.get(id);
    if (ours != null) {
      return Set.of(ours);
    }
    return upstream.equals("integer_or_range") ? Set.of("integer", "range") : Set.of(upstream);
  }

  private static String name(JsonNode row) {
    return row.get("id").textValue() + (row.has("why") ? " " + row.get("why").textValue() : "");
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
