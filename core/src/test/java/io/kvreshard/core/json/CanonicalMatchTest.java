package io.kvreshard.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CanonicalMatchTest {
  /** Longer than what is compared at once. */
  private static final String LONG = "a".repeat(10_000);

  @Test
  void matchesExactlyThePiece() {
    String text = "12\"" + LONG + "\",7";
    assertThat(matches(text, 2, text.length() - 2)).isTrue();
    assertThat(matches(text, 2, text.length() - 1)).isFalse();
    assertThat(matches(text, 2, text.length() - 3)).isFalse();
    assertThat(matches(text, 1, text.length() - 3)).isFalse();
  }

  @Test
  void noticesOneCharacter() {
    for (int at : new int[] {0, 1, 2047, 2048, 2049, 9_999, 10_000, 10_001}) {
      StringBuilder text = new StringBuilder("\"" + LONG + "\"");
      text.setCharAt(at, 'b');
      assertThat(matches(text.toString(), 0, text.length())).as("character %d", at).isFalse();
    }
  }

  @Test
  void comparesCharactersNotTheirLowBytes() {
    String text = "\"" + LONG + "\"";
    assertThat(matches(text.replaceFirst("a", "\u0161"), 0, text.length())).isFalse();
    assertThat(matches(text.replaceFirst("a", "\u00e1"), 0, text.length())).isFalse();
  }

  @Test
  void saysWhetherItIsWorthGoingOn() {
    CanonicalMatch match = new CanonicalMatch("[1,2]", 0, 5);
    match.json().beginArray().u64(1);
    assertThat(match.begins()).isTrue();
    match.json().u64(3);
    assertThat(match.begins()).isFalse();
    match.json().endArray();
    assertThat(match.matches()).isFalse();
  }

  private static boolean matches(String text, int from, int to) {
    CanonicalMatch match = new CanonicalMatch(text, from, to);
    match.json().string(LONG);
    return match.matches();
  }
}
