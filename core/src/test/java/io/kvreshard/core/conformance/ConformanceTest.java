package io.kvreshard.core.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.RejectionCategory;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every committed case passes (CONTRACT §1–11), except those of the store, which is not there. */
class ConformanceTest {
  /** Cases that break two rules, of which we meet another one first. */
  private static final Map<String, String> OUR_CATEGORY =
      Map.of(
          "pub-placement_mutation-004", "range",
          "pub-invalid-176", "string");

  @TestFactory
  Stream<DynamicContainer> cases() {
    return Cases.FILES.stream()
        .map(file -> DynamicContainer.dynamicContainer(file, Cases.rows(file).map(this::test)));
  }

  private DynamicTest test(Map<String, Object> fields) {
    var row = new Row(fields);
    String name = row.id() + (row.has("why") ? " " + row.text("why") : "");
    return DynamicTest.dynamicTest(name, () -> judge(row));
  }

  private static void judge(Row row) {
    Outcome outcome = Conformance.judge(row);
    if (row.kind().equals("invalid") && row.text("doc").startsWith("store_")) {
      assertThat(outcome).isInstanceOf(Outcome.Skipped.class);
      return;
    }
    assertThat(outcome).isInstanceOf(Outcome.Passed.class);
    if (outcome instanceof Outcome.Passed passed) {
      passed.category().ifPresent(category -> checkCategory(row, category));
    }
  }

  /** Categories are advice: the verdict is normative. They still must not drift unseen. */
  private static void checkCategory(Row row, RejectionCategory category) {
    String upstream = row.object("expect").text("category");
    String ours = OUR_CATEGORY.getOrDefault(row.id(), upstream);
    assertThat(category.wire())
        .isIn(ours.equals("integer_or_range") ? Set.of("integer", "range") : Set.of(ours));
  }
}
