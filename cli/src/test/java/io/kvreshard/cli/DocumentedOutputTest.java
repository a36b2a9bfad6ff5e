package io.kvreshard.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.cli.testing.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code docs/cli.md} shows is what the commands print. */
class DocumentedOutputTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("```\n\\$ kvreshard (.+)\n((?:(?!```).*\n)+)```");

  record Example(String arguments, String output) {}

  static Stream<Example> examples() throws IOException {
    return EXAMPLE
        .matcher(Files.readString(Path.of("..", "docs", "cli.md")))
        .results()
        .map(it -> new Example(it.group(1), it.group(2)));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void isReal(Example example) {
    var result = Cli.run(example.arguments().replace("examples/", "../examples/").split(" ", -1));
    assertThat(result.out().replace("../examples/", "examples/"))
        .matches(Pattern.compile(pattern(example.output()), Pattern.DOTALL));
  }

  /** A line of three dots stands for any lines. */
  private static String pattern(String output) {
    return Stream.of(output.split("(?m)^\\.\\.\\.\n", -1))
        .map(Pattern::quote)
        .collect(Collectors.joining(".*"));
  }
}
