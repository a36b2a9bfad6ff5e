package io.kvreshard.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.Rejection;
import io.kvreshard.core.RejectionCategory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A document of one number, one name and a list of such documents. */
class StrictJsonTest {
  private static final FieldSet FIELDS = FieldSet.of("name", "number", "nodes");

  record Node(long number, String name, List<Node> nodes) {
    static Node read(JsonReader in) {
      long number = 0;
      String name = "";
      List<Node> nodes = new ArrayList<>();
      for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
        switch (field) {
          case "number" -> number = in.u64();
          case "name" -> name = in.string();
          case "nodes" -> {
            in.beginArray(3);
            while (in.nextElement()) {
              nodes.add(read(in));
            }
          }
          default -> throw in.unhandled(field);
        }
      }
      return new Node(number, name, nodes);
    }
  }

  @Test
  void readsFieldsInAnyOrderAndAnySpace() {
    Node node =
        read(" \t{\"number\" :\r\n7,\"nodes\":[ ] , \"\\u006eame\":\"\\ud83d\\ude00/\\/\"} ");
    assertThat(node).isEqualTo(new Node(7, "\uD83D\uDE00//", List.of()));
  }

  @ParameterizedTest
  @CsvSource({"0,0", "-0,0", "18446744073709551615,-1", "9223372036854775808,-9223372036854775808"})
  void readsUnsignedNumbers(String token, long expected) {
    assertThat(read(number(token)).number()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "18446744073709551616,RANGE",
    "99999999999999999999,RANGE",
    "100000000000000000000,RANGE",
    "-1,RANGE",
    "8.0,INTEGER",
    "8e0,INTEGER",
    "0E1,INTEGER",
    "true,INTEGER",
    "null,INTEGER",
    "[],INTEGER",
    "'\"8\"',INTEGER",
    "'',SYNTAX",
    "-,SYNTAX",
    "8.,SYNTAX",
    ".5,SYNTAX",
    "8e,SYNTAX",
    "08,SYNTAX",
    "-00,SYNTAX",
    "+8,SYNTAX",
    "0x8,SYNTAX",
    "'8,',SYNTAX",
    "8 8,SYNTAX",
    "NaN,NON_FINITE",
    "Infinity,NON_FINITE",
    "-Infinity,NON_FINITE",
    "tru,SYNTAX",
  })
  void refusesOtherNumbers(String token, RejectionCategory category) {
    assertThat(rejection(number(token)).category()).isEqualTo(category);
  }

  @Test
  void boundsTheDigitsOfANumber() {
    assertThat(rejection(number("9".repeat(Limits.DIGITS))).category())
        .isEqualTo(RejectionCategory.RANGE);
    assertThat(rejection(number("9".repeat(Limits.DIGITS + 1))).category())
        .isEqualTo(RejectionCategory.INTEGER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\nb",
        "\\x",
        "\\u12",
        "\\u12g4",
        "\\u\uFF11\uFF11\uFF11\uFF11",
        "a\0",
        "\\",
        "\u001f"
      })
  void refusesMalformedStrings(String raw) {
    assertThat(rejection(named(raw)).category()).isEqualTo(RejectionCategory.SYNTAX);
  }

  @Test
  void takesLoneSurrogatesOnlyAsEscapes() {
    assertThat(read(named("\\ud800")).name()).isEqualTo("\uD800");
    assertThat(rejection(named("\uD800")).category()).isEqualTo(RejectionCategory.ENCODING);
    assertThat(rejection(named("a\uDC00b")).category()).isEqualTo(RejectionCategory.ENCODING);
  }

  @Test
  void refusesAnEmptyString() {
    assertThat(rejection(named("")))
        .extracting(Rejection::category, Rejection::pointer)
        .containsExactly(RejectionCategory.STRING, "/name");
  }

  @Test
  void pointsAtTheOffendingValue() {
    String deep = "{\"number\":1,\"name\":\"a\",\"nodes\":[%s,%s]}";
    String leaf = "{\"number\":1,\"name\":\"a\",\"nodes\":[]}";
    assertThat(rejection(deep.formatted(leaf, deep.formatted(leaf, number("-1")))).pointer())
        .isEqualTo("/nodes/1/nodes/1/number");
    assertThat(rejection(deep.formatted("{}", leaf)).pointer()).isEqualTo("/nodes/0");
    assertThat(rejection(deep.formatted(leaf, "7")).pointer()).isEqualTo("/nodes/1");
  }

  @Test
  void wantsExactlyTheFields() {
    assertThat(rejection("{\"number\":1}"))
        .isEqualTo(
            new Rejection(RejectionCategory.FIELDS, "", "these fields are missing: name, nodes"));
    assertThat(rejection("{\"number\":1,\"more\":2}"))
        .isEqualTo(new Rejection(RejectionCategory.FIELDS, "", "field \"more\" is unknown"));
    assertThat(rejection("{\"number\":1,\"\\u006eumber\":1}").category())
        .isEqualTo(RejectionCategory.DUPLICATE_FIELD);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 15, 16, 17, 99})
  void aFieldOfAnUnknownObjectTwice(int twice) {
    String fields =
        IntStream.range(0, 100)
            .mapToObj(i -> "\"f%d\":0,".formatted(i))
            .collect(Collectors.joining());
    assertThat(rejection("{\"more\":{" + fields + "\"g\":0}}").category())
        .isEqualTo(RejectionCategory.FIELDS);
    assertThat(rejection("{\"more\":{" + fields + "\"f%d\":0}}".formatted(twice)).category())
        .isEqualTo(RejectionCategory.DUPLICATE_FIELD);
  }

  /** The whole text is looked at before a document is refused for what it says. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"more\":1,\"x\":{\"y\":NaN}};NON_FINITE",
        "{\"more\":1,\"x\":{\"y\":1,\"y\":2}};DUPLICATE_FIELD",
        "{\"more\":1,\"x\":[{\"y\":1,\"z\":2},{\"y\":1},{\"y\":1,\"y\":2}]};DUPLICATE_FIELD",
        "{\"more\":[1,]};SYNTAX",
        "{\"more\":1,};SYNTAX",
        "{\"more\":1} x;SYNTAX",
        "{\"more\":'1'};SYNTAX",
        "{\"more\":1/**/};SYNTAX",
        "[1,2};SYNTAX",
        "[1];NOT_OBJECT",
      })
  void prefersWhatIsWrongWithTheText(String text, RejectionCategory category) {
    assertThat(rejection(text).category()).isEqualTo(category);
  }

  @Test
  void boundsDepth() {
    String nested = "{\"more\":" + "[".repeat(63) + "]".repeat(63) + "}";
    assertThat(rejection(nested).category()).isEqualTo(RejectionCategory.FIELDS);
    assertThat(rejection("[" + nested + "]").category()).isEqualTo(RejectionCategory.NOT_OBJECT);
    assertThat(rejection("[[" + nested + "]]").category()).isEqualTo(RejectionCategory.DEPTH);
    String legal = "{\"number\":1,\"name\":\"a\",\"nodes\":[]}";
    for (int i = 0; i < 40; i++) {
      legal = "{\"number\":1,\"name\":\"a\",\"nodes\":[" + legal + "]}";
    }
    assertThat(rejection(legal).category()).isEqualTo(RejectionCategory.DEPTH);
  }

  @Test
  void boundsAnArray() {
    String leaf = "{\"number\":1,\"name\":\"a\",\"nodes\":[]}";
    String four = String.join(",", leaf, leaf, leaf, leaf);
    assertThat(rejection("{\"nodes\":[" + four + "]}"))
        .isEqualTo(
            new Rejection(RejectionCategory.LIMIT, "/nodes/3", "at most 3 items are allowed"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "\u00e9", "\uFFFF", "\uD83D\uDE00"})
  void boundsTheTextInUtf8Bytes(String filler) {
    int frame = named("").length();
    int each = filler.getBytes(StandardCharsets.UTF_8).length;
    String longest = filler.repeat((Limits.TEXT_BYTES - frame) / each);
    String padding = " ".repeat((Limits.TEXT_BYTES - frame) % each);
    assertThat(read(named(longest) + padding).name()).isEqualTo(longest);
    assertThat(rejection(named(longest) + padding + " ").category())
        .isEqualTo(RejectionCategory.LIMIT);
  }

  /** What is read again by comparing texts counts like what was parsed. */
  @Test
  void countsRepeatedTextInUtf8Bytes() {
    Repeated<Node> repeated = new Repeated<>(Node::read);
    String leaf = named("\u00e9".repeat(4 << 20));
    String text = "{\"number\":1,\"name\":\"a\",\"nodes\":[" + leaf + "," + leaf + "]}";
    assertThatThrownBy(
            () ->
                StrictJson.read(
                    text,
                    in -> {
                      in.beginObject(FIELDS);
                      in.u64();
                      in.nextField();
                      in.string();
                      in.nextField();
                      in.beginArray(3);
                      while (in.nextElement()) {
                        repeated.read(in);
                      }
                      in.nextField();
                      return "";
                    }))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("longer than 16777216 bytes");
  }

  @Test
  void decodesBytesStrictly() {
    assertThat(StrictJson.decode("\u00e9".getBytes(StandardCharsets.UTF_8))).isEqualTo("\u00e9");
    assertThatThrownBy(() -> StrictJson.decode(new byte[] {'"', (byte) 0xC3, '"'}))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("(encoding)");
    assertThatThrownBy(() -> StrictJson.decode(new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80}))
        .isInstanceOf(RejectedException.class);
  }

  @Test
  void boundsMessages() {
    String message = rejection("{\"" + "\\u0007x\\ud800".repeat(1000) + "\":1}").message();
    assertThat(message).hasSizeLessThan(600).matches("[ -~]+");
  }

  private static String number(String token) {
    return "{\"number\":" + token + ",\"name\":\"a\",\"nodes\":[]}";
  }

  private static String named(String raw) {
    return "{\"number\":1,\"nodes\":[],\"name\":\"" + raw + "\"}";
  }

  private static Node read(String text) {
    return StrictJson.read(text, Node::read);
  }

  private static Rejection rejection(String text) {
    return catchThrowableOfType(RejectedException.class, () -> read(text)).rejection();
  }
}
