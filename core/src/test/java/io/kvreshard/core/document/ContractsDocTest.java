package io.kvreshard.core.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvreshard.core.document.Examples.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The examples in docs/contracts.md; {@code -Dkvreshard.docs=write} writes them there. */
class ContractsDocTest {
  private static final Path DOCUMENT = Path.of("../docs/contracts.md");
  private static final Pattern EXAMPLE =
      Pattern.compile("<!-- example: (.*?) -->\\n(.*?)<!-- end -->", Pattern.DOTALL);

  /** Whoever hashes what the document shows gets what the product says. */
  @TestFactory
  List<DynamicTest> theContentHasTheProductsHash() {
    return Examples.all().stream()
        .map(
            example ->
                DynamicTest.dynamicTest(
                    example.name(),
                    () ->
                        assertThat(Identities.sha(example.content()))
                            .isEqualTo(example.hash().replace("sha256:", ""))))
        .toList();
  }

  @Test
  void theDocumentShowsTheseExamples() throws IOException {
    String before = Files.readString(DOCUMENT);
    String after = before;
    List<String> names = new ArrayList<>();
    for (Example example : Examples.all()) {
      names.add(example.name());
      String marked = "<!-- example: " + example.name() + " -->\n";
      after =
          Pattern.compile(Pattern.quote(marked) + ".*?<!-- end -->", Pattern.DOTALL)
              .matcher(after)
              .replaceFirst(Matcher.quoteReplacement(marked + text(example) + "<!-- end -->"));
    }
    if ("write".equals(System.getProperty("kvreshard.docs"))) {
      Files.writeString(DOCUMENT, after);
    }
    assertThat(Files.readString(DOCUMENT))
        .as("run this test with -Dkvreshard.docs=write")
        .isEqualTo(after);
    assertThat(EXAMPLE.matcher(after).results().map(found -> found.group(1)))
        .containsExactlyElementsOf(names);
  }

  private static String text(Example example) {
    return "```json\n%s\n```\n\n%s: `%s`\n"
        .formatted(shown(example.content()), example.label(), example.hash());
  }

  /** A field a line, and of an array of containers an element a line. */
  private static String shown(ObjectNode content) {
    return content.properties().stream()
        .map(field -> "  \"%s\": %s".formatted(field.getKey(), shown(field.getValue())))
        .sorted()
        .collect(Collectors.joining(",\n", "{\n", "\n}"));
  }

  private static String shown(JsonNode value) {
    return value.path(0).isObject()
        ? StreamSupport.stream(value.spliterator(), false)
            .map(element -> "    " + Json.canonical(element))
            .collect(Collectors.joining(",\n", "[\n", "\n  ]"))
        : Json.canonical(value);
  }
}
