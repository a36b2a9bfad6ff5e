package io.kvreshard.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodePointsTest {
  @Test
  void sortsSupplementaryCharactersAfterTheBasicPlane() {
    List<String> ascending =
        Arrays.asList(
            "",
            "\0",
            "Z",
            "a",
            "a\0",
            "aa",
            "\uD7FF",
            "\uE000",
            "\uFFFF",
            "\uD800\uDC00",
            "\uD800\uDC01",
            "\uD83D\uDE00",
            "\uDBFF\uDFFF");
    assertAscending(ascending);
  }

  /** Escapes can spell lone surrogates; each is a code point of its own, below U+E000. */
  @Test
  void sortsLoneSurrogatesByTheirOwnCodePoint() {
    assertAscending(
        List.of(
            "x\uD800",
            "x\uD800a",
            "x\uD800\uD800",
            "x\uD800\uFFFF",
            "x\uD801",
            "x\uDBFF\uE000",
            "x\uDC00",
            "x\uDC00\uD800",
            "x\uE000",
            "x\uFFFF",
            "x\uD800\uDC00",
            "x\uD801\uDC00"));
  }

  private static void assertAscending(List<String> ascending) {
    for (int i = 0; i < ascending.size(); i++) {
      for (int j = 0; j < ascending.size(); j++) {
        assertThat(Integer.signum(CodePoints.ORDER.compare(ascending.get(i), ascending.get(j))))
            .as("%s against %s", Quoted.of(ascending.get(i)), Quoted.of(ascending.get(j)))
            .isEqualTo(Integer.compare(i, j));
      }
    }
  }
}
