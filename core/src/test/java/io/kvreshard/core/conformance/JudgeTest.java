package io.kvreshard.core.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.RejectionCategory;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A judge that passes everything would be worth nothing. */
class JudgeTest {
  static final List<String> FILES = Cases.FILES;

  /** Each field that a case expects, made wrong, is found. */
  @ParameterizedTest
  @FieldSource("FILES")
  void findsEveryWrongField(String file) {
    Cases.rows(file)
        .filter(row -> row.get("expect") instanceof Map && !isOfStore(row))
        .limit(12)
        .forEach(
            row ->
                expected(row).keySet().stream()
                    .filter(field -> !field.equals("category"))
                    .filter(field -> !field.equals("upstream_exception"))
                    .forEach(
                        field -> {
                          assertThat(Conformance.judge(new Row(withWrong(row, field))))
                              .as("%s %s", row.get("id"), field)
                              .isInstanceOf(Outcome.Failed.class);
                        }));
  }

  @Test
  void saysWhatDiffersAndWhere() {
    Map<String, Object> row = Cases.rows("snapshot").findFirst().orElseThrow();
    Map<String, Object> expect = expected(row);
    expect.put("token_end", BigInteger.TEN);
    assertThat(Conformance.judge(new Row(row)))
        .isEqualTo(new Outcome.Failed("token_end 10", "18446744073709551615"));
  }

  @Test
  void saysWhyAVerdictIsOurs() {
    Map<String, Object> row = Cases.rows("snapshot").findFirst().orElseThrow();
    expected(row).put("verdict", "reject");
    assertThat(Conformance.judge(new Row(row)))
        .isEqualTo(new Outcome.Failed("verdict reject", "accept"));
    row.put("input", "{}");
    expected(row).put("verdict", "accept");
    assertThat(Conformance.judge(new Row(row)))
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed ->
                assertThat(failed.got())
                    .startsWith("reject: \"these fields are missing: model_id")
                    .endsWith("(fields)\""));
  }

  @Test
  void findsAWrongEventOfABarrier() {
    Map<String, Object> row = Cases.rows("completion").findFirst().orElseThrow();
    Map<String, Object> event = asMap(((List<?>) Objects.requireNonNull(row.get("events"))).get(2));
    event.put("state", "failed");
    assertThat(Conformance.judge(new Row(row)))
        .isEqualTo(new Outcome.Failed("events/2/state \"failed\"", "\"pending\""));
  }

  @Test
  void failsWhatItDoesNotKnow() {
    assertThat(Conformance.judge(new Row(Map.of("id", "x", "kind", "tarot"))))
        .isEqualTo(new Outcome.Failed("a kind of case that is known", "kind \"tarot\""));
    assertThat(Conformance.judge(new Row(Map.of("id", "x", "kind", "snapshot"))))
        .isEqualTo(
            new Outcome.Failed("a case as its kind is written", "it has no field \"expect\""));
    Map<String, Object> row =
        Map.of("id", "x", "kind", "invalid", "doc", "menu", "expect", Map.of("verdict", "reject"));
    assertThat(Conformance.judge(new Row(row)))
        .isEqualTo(
            new Outcome.Failed(
                "a case as its kind is written", "document kind \"menu\" is unknown"));
  }

  @Test
  void failsACaseThatExpectsNothing() {
    Map<String, Object> row =
        Map.of("id", "x", "kind", "snapshot", "input", "{}", "expect", Map.of());
    assertThat(Conformance.judge(new Row(row)))
        .isEqualTo(new Outcome.Failed("a case as its kind is written", "it expects nothing"));
  }

  @Test
  void failsATextLongerThanMemory() {
    Map<String, Object> row =
        Map.of(
            "id",
            "x",
            "kind",
            "invalid",
            "doc",
            "snapshot",
            "text_gen",
            List.of(Map.of("s", "ab", "n", 3_000_000_000L)),
            "expect",
            Map.of("verdict", "reject"));
    assertThat(Conformance.judge(new Row(row)))
        .isEqualTo(
            new Outcome.Failed(
                "a case as its kind is written", "its text is longer than 268435456 characters"));
  }

  /** Its bytes are no integer: the reader of receipts says so. */
  @Test
  void rejectsAReceiptOfHalfAByte() {
    assertThat(answer(List.of("w", "s-a", "t-a", 1.5, true, true, "x")).got())
        .isEqualTo("\"reject\"");
  }

  @Test
  void failsAnEventThatIsCutOff() {
    assertThat(answer(List.of("advance")).got()).isEqualTo("event [advance] has no item 1");
  }

  @Test
  void timeGoesAsFarAsTheClock() {
    assertThat(answer(List.of("advance", 1e10)))
        .isIn(
            new Outcome.Failed("events/0/state \"pending\"", "\"failed\""),
            new Outcome.Failed("events/0/error null", "\"deadline\""));
  }

  /** What becomes of a case whose first event is another one. */
  private static Outcome.Failed answer(List<?> event) {
    Map<String, Object> row = Cases.rows("completion").findFirst().orElseThrow();
    Map<String, @Nullable Object> answer = new HashMap<>();
    answer.put("event", event);
    answer.put("result", "accept");
    answer.put("state", "pending");
    answer.put("error", null);
    answer.put("can_activate", false);
    row.put("events", List.of(answer));
    return (Outcome.Failed) Conformance.judge(new Row(row));
  }

  @Test
  void failsAnExpectationThatItDoesNotCheck() {
    Map<String, Object> row = Cases.rows("snapshot").findFirst().orElseThrow();
    expected(row).put("colour", "red");
    assertThat(Conformance.judge(new Row(row)))
        .isEqualTo(new Outcome.Failed("colour \"red\"", "no such result in this case"));
  }

  /** What the product cannot even be asked, it refuses. */
  @Test
  void refusesArgumentsThatAreNoU64() {
    Map<String, Object> row = Cases.rows("resolve_contiguous").skip(1).findFirst().orElseThrow();
    for (BigInteger wrong : List.of(BigInteger.ONE.negate(), BigInteger.TWO.pow(64))) {
      row.put("first_token_offset", wrong);
      row.put("expect", Map.of("verdict", "reject", "category", "range"));
      assertThat(Conformance.judge(new Row(row)))
          .isEqualTo(new Outcome.Passed(Optional.of(RejectionCategory.RANGE)));
    }
    row.put("first_token_offset", 0.5);
    assertThat(Conformance.judge(new Row(row)))
        .isEqualTo(
            new Outcome.Failed(
                "a case as its kind is written",
                "field \"first_token_offset\" must be an integer"));
  }

  @Test
  void skipsTheStore() {
    assertThat(Conformance.judge(new Row(Map.of("id", "x", "kind", "store_load"))))
        .isEqualTo(new Outcome.Skipped("there is no store yet"));
  }

  private static boolean isOfStore(Map<String, Object> row) {
    return String.valueOf(row.get("doc")).startsWith("store_");
  }

  private static Map<String, Object> withWrong(Map<String, Object> row, String field) {
    Map<String, Object> expect = new HashMap<>(expected(row));
    expect.put(field, wrong(Objects.requireNonNull(expect.get(field))));
    Map<String, Object> changed = new HashMap<>(row);
    changed.put("expect", expect);
    return changed;
  }

  private static Object wrong(Object right) {
    return switch (right) {
      case String text when text.equals("accept") -> "reject";
      case String text when text.equals("reject") -> "accept";
      case String text -> text + " ";
      case BigInteger number -> number.add(BigInteger.ONE);
      case Boolean bool -> !bool;
      case List<?> list -> wrongLast(list);
      case Map<?, ?> map -> wrongFirst(asMap(map));
      default -> throw new IllegalArgumentException("a value of " + right.getClass());
    };
  }

  private static List<Object> wrongLast(List<?> right) {
    List<Object> wrong = new ArrayList<>(right);
    wrong.add(right.isEmpty() ? "more" : wrong(wrong.removeLast()));
    return wrong;
  }

  private static Map<String, Object> wrongFirst(Map<String, Object> right) {
    TreeMap<String, Object> wrong = new TreeMap<>(right);
    wrong.put(wrong.firstKey(), wrong(wrong.firstEntry().getValue()));
    return wrong;
  }

  private static Map<String, Object> expected(Map<String, Object> row) {
    return asMap(Objects.requireNonNull(row.get("expect")));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> asMap(Object value) {
    return (Map<String, Object>) value;
  }
}
