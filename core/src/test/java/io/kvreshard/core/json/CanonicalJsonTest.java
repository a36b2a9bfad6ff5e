package io.kvreshard.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.Sha256;
import io.kvreshard.core.U64;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {
  @Test
  void escapesToPureAscii() {
    assertThat(text("\"\\/\n\r\t\b\f")).isEqualTo("\"\\\"\\\\/\\n\\r\\t\\b\\f\"");
    assertThat(text("\0\u001f ~\u007f")).isEqualTo("\"\\u0000\\u001f ~\\u007f\"");
    assertThat(text("\u00e9\uFFFF")).isEqualTo("\"\\u00e9\\uffff\"");
    assertThat(text("\uD83D\uDE00")).isEqualTo("\"\\ud83d\\ude00\"");
    assertThat(text("\uDBFF")).isEqualTo("\"\\udbff\"");
  }

  @ParameterizedTest
  @CsvSource({"0,0", "9,9", "10,10", "9223372036854775807,9223372036854775807"})
  void writesPlainNumbers(long value, String expected) {
    assertThat(CanonicalJson.text(json -> json.u64(value))).isEqualTo(expected);
  }

  @Test
  void readsLongsAsUnsigned() {
    assertThat(CanonicalJson.text(json -> json.u64(Long.MIN_VALUE)))
        .isEqualTo("9223372036854775808");
    assertThat(CanonicalJson.text(json -> json.u64(U64.MAX))).isEqualTo("18446744073709551615");
  }

  @Test
  void separatesValuesAndNothingElse() {
    String text =
        CanonicalJson.text(
            json -> {
              json.beginObject().name("a").beginArray().endArray();
              json.name("b").beginArray().bool(true).bool(false).stringOrNull(null);
              json.beginObject().endObject().fragment(new byte[] {'7'}).endArray();
              json.name("c").u64s(new long[] {1, 2}).endObject();
            });
    assertThat(text).isEqualTo("{\"a\":[],\"b\":[true,false,null,{},7],\"c\":[1,2]}");
  }

  /** Texts around the size of the writer's buffer, so that every kind of token crosses its end. */
  @ParameterizedTest
  @ValueSource(ints = {4070, 4085, 4090, 4093, 4094, 4095, 4096, 4097, 9000})
  void crossesItsBuffer(int size) {
    String padding = "x".repeat(size);
    String expected =
        "[\"" + padding + "\",18446744073709551615,123456789,\"\\u00e9\",\"" + padding + "\"]";
    byte[] fragment = ('"' + padding + '"').getBytes(StandardCharsets.US_ASCII);
    CanonicalHash hash = new CanonicalHash();
    String text =
        CanonicalJson.text(
            json ->
                json.beginArray()
                    .string(padding)
                    .u64(U64.MAX)
                    .u64(123456789)
                    .string("\u00e9")
                    .fragment(fragment)
                    .endArray());
    hash.json().beginArray().string(padding).u64(U64.MAX).u64(123456789).string("\u00e9");
    hash.json().fragment(fragment).endArray();
    assertThat(text).isEqualTo(expected);
    assertThat(hash.hex()).isEqualTo(Sha256.hex(expected));
  }

  @Test
  void forksAfterACommonPrefix() {
    CanonicalHash one = new CanonicalHash();
    one.json().beginArray().u64(1);
    CanonicalHash other = one.fork();
    one.json().endArray();
    other.json().u64(2).endArray();
    assertThat(one.hex()).isEqualTo(Sha256.hex("[1]"));
    assertThat(other.hex()).isEqualTo(Sha256.hex("[1,2]"));
  }

  private static String text(String value) {
    return CanonicalJson.text(json -> json.string(value));
  }
}
