package io.kvreshard.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Integers without upper bound. */
class NaturalTest {
  @ParameterizedTest
  @ValueSource(strings = {"0", "7", "10", "18446744073709551616"})
  void reads(String token) {
    assertThat(read(token)).isEqualTo(new BigInteger(token));
    assertThat(CanonicalJson.text(json -> json.beginArray().integer(read(token)).endArray()))
        .isEqualTo("[" + token + "]");
  }

  @Test
  void readsAsManyDigitsAsAreAllowed() {
    String longest = "9".repeat(Limits.DIGITS);
    assertThat(read(longest)).isEqualTo(new BigInteger(longest));
    assertThat(read("-0")).isZero();
    assertCategory(longest + "9", RejectionCategory.INTEGER);
  }

  @ParameterizedTest
  @CsvSource({
    "-1,RANGE",
    "-18446744073709551616,RANGE",
    "8.0,INTEGER",
    "8e0,INTEGER",
    "12E1,INTEGER",
    "0.5,INTEGER",
    "true,INTEGER",
    "null,INTEGER",
    "-,SYNTAX",
    "08,SYNTAX",
    "-00,SYNTAX",
    "+8,SYNTAX",
  })
  void refusesOtherNumbers(String token, RejectionCategory category) {
    assertCategory(token, category);
  }

  private static void assertCategory(String token, RejectionCategory category) {
    assertThat(catchThrowableOfType(RejectedException.class, () -> read(token)).category())
        .isEqualTo(category);
  }

  private static BigInteger read(String token) {
    return StrictJson.read(token, JsonReader::natural);
  }
}
