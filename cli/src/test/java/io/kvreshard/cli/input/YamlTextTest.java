package io.kvreshard.cli.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.kvreshard.core.RejectionCategory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          3                     | 3
          0x10                  | 16
          -0                    | 0
          18446744073709551616  | 18446744073709551616
          1.5                   | 1.5
          yes                   | true
          Off                   | false
          "yes"                 | "yes"
          0-39,42               | "0-39,42"
          ~                     | null
          [1, {a: b}]           | [1,{"a":"b"}]
          "\\u00e9"             | "é"
          """)
  void valuesHaveTheTypesThatKubectlSees(String yaml, String json) {
    var document = YamlText.read("x: " + yaml).getFirst();
    assertThat(document.content().get("x")).hasToString(json);
  }

  @Test
  void linesAreThoseOfTheValues() {
    var documents = YamlText.read("a: 1\n---\n---\nb:\n  - c: 2\n    d/e: 3\n");
    assertThat(documents).hasSize(2);
    var second = documents.getLast();
    assertThat(second.line("/b/0/c")).isEqualTo(5);
    assertThat(second.line("/b/0/d~1e")).isEqualTo(6);
    assertThat(second.line("/b/0/none/at/all")).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {a: 1, a: 2}   | DUPLICATE_FIELD
          {[1]: 2}       | STRING
          a: .inf        | NON_FINITE
          """)
  void whatHasNoMeaningInJsonIsRejected(String yaml, RejectionCategory category) {
    assertThatExceptionOfType(UnreadableYamlException.class)
        .isThrownBy(() -> YamlText.read("---\n" + yaml))
        .satisfies(e -> assertThat(e.rejection().category()).isEqualTo(category))
        .satisfies(e -> assertThat(e.line()).isEqualTo(2));
  }

  @Test
  void aliasesDoNotMakeASmallTextHuge() {
    var text = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 30; i++) {
      text.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }
    assertThatExceptionOfType(UnreadableYamlException.class)
        .isThrownBy(() -> YamlText.read(text.toString()))
        .extracting(e -> e.rejection().category())
        .isEqualTo(RejectionCategory.LIMIT);
    assertThatExceptionOfType(UnreadableYamlException.class)
        .isThrownBy(() -> YamlText.read("[".repeat(1_000_000)))
        .extracting(e -> e.rejection().category())
        .isEqualTo(RejectionCategory.DEPTH);
  }

  @Test
  void whatIsNoYamlIsSaidWithItsLine() {
    assertThatExceptionOfType(UnreadableYamlException.class)
        .isThrownBy(() -> YamlText.read("a: 1\nb: {\n"))
        .satisfies(e -> assertThat(e.line()).isGreaterThanOrEqualTo(2));
    assertThatExceptionOfType(UnreadableYamlException.class)
        .isThrownBy(() -> YamlText.read("a: *none\n"))
        .satisfies(e -> assertThat(e.line()).isOne());
    assertThatExceptionOfType(UnreadableYamlException.class)
        .isThrownBy(() -> YamlText.read("&a [*a]"))
        .withMessageContaining("&a");
  }
}
