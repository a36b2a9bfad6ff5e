package io.kvreshard.core.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvreshard.core.Limits;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.TargetReceipt;
import io.kvreshard.core.contract.WriterReceipt;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** CONTRACT §2, §14: what must be refused, and its legal neighbours. */
class InvalidConformanceTest {
  private static final Map<String, Function<String, ?>> READERS =
      Map.of(
          "snapshot", Snapshot::fromJson,
          "placement", text -> Placement.fromJson(text, Limits.COMPATIBLE),
          "part", Part::fromJson,
          "plan", text -> LogicalPlan.fromJson(text, Limits.COMPATIBLE),
          "writer_receipt", WriterReceipt::fromJson,
          "target_receipt", TargetReceipt::fromJson);

  @TestFactory
  Stream<DynamicTest> documents() {
    return Cases.tests(
        "invalid",
        row -> READERS.containsKey(row.get("doc").textValue()),
        row -> {
          Function<String, ?> reader =
              Objects.requireNonNull(READERS.get(row.get("doc").textValue()));
          String text = text(row);
          Cases.verdict(row, () -> reader.apply(text));
        });
  }

  private static String text(JsonNode row) {
    if (row.has("text")) {
      return row.get("text").textValue();
    }
    StringBuilder text = new StringBuilder();
    row.get("text_gen")
        .forEach(run -> text.repeat(run.get("s").textValue(), run.get("n").intValue()));
    return text.toString();
  }
}
