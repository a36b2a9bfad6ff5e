package io.kvreshard.cli.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireTextsTest {
  @Test
  void documentsAreFoundWithTheirLines() {
    assertThat(WireTexts.split("{\"a\":1}\n\n{\"a\":2}\r\n"))
        .containsExactly(piece(1, "{\"a\":1}"), piece(3, "{\"a\":2}"));
    assertThat(WireTexts.split("\n{\n \"a\": [{}, \"}{\\\"\"]\n}\n\n {\n}{}"))
        .containsExactly(
            piece(2, "\n{\n \"a\": [{}, \"}{\\\"\"]\n}\n\n "), piece(6, "{\n}"), piece(7, "{}"));
    assertThat(WireTexts.split("{}\n{}}")).containsExactly(piece(1, "{}"), piece(2, "{}}"));
    assertThat(WireTexts.split("")).isEmpty();
  }

  /** A rest that is no object makes the document before it invalid; those before that are not. */
  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":1", "{\"a", "{\"a\\", "{},", "{} x", "{}\n---\na: 1\n"})
  void aBrokenRestIsOfTheLastDocument(String rest) {
    assertThat(WireTexts.split("{}\n" + rest)).containsExactly(piece(1, "{}\n"), piece(2, rest));
    assertThat(WireTexts.split(rest)).containsExactly(piece(1, rest));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", " [", "\uFEFF{\"kin\":1}", "{a: 1}", "{\"a\":\"x\ny"})
  void jsonThatIsNoObjectOfKubernetesIsOfTheContract(String text) {
    assertThat(WireTexts.isWire(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a: {}", "\uFEFFkind: x", "{\"kind\":1", "{apiVersion: 1}", "\"{\""})
  void allElseIsYaml(String text) {
    assertThat(WireTexts.isWire(text)).isFalse();
  }

  private static WireTexts.Piece piece(int line, String text) {
    return new WireTexts.Piece(line, text);
  }
}
