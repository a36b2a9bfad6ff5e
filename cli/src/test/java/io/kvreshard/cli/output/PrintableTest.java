package io.kvreshard.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
  @Test
  void whatIsNotSeenIsEscaped() {
    assertThat(Printable.of("a é 漢 😀 \\ \"")).isEqualTo("a é 漢 😀 \\ \"");
    assertThat(Printable.of("\u001b[2J\n\u009b\u202e\u2028\ud800\0\ue000"))
        .isEqualTo("\\u001b[2J\\u000a\\u009b\\u202e\\u2028\\ud800\\u0000\\ue000");
    assertThat(Printable.of("\udb40\udc01")).isEqualTo("\\ue0001");
  }

  @Test
  void whatIsTooLongIsCut() {
    assertThat(Printable.of("x".repeat(500))).hasSize(500);
    assertThat(Printable.of("x".repeat(499) + "😀y")).isEqualTo("x".repeat(499) + "😀...");
  }
}
