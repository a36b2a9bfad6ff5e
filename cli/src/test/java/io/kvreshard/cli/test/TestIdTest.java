package io.kvreshard.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TestIdTest {
  @ParameterizedTest
  @CsvSource({
    "adds, a.B#adds",
    "adds(), a.B#adds",
    "adds(int)[3], a.B#adds",
    "'adds{long, long}[1]', a.B#adds",
    "'', a.B",
    "a property:1, a.B#a",
  })
  void allInvocationsAreOneTest(String reported, String id) {
    assertThat(TestId.reported("a.B", reported)).hasToString(id);
  }
}
