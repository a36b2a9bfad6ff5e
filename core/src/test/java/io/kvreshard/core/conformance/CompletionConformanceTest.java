package io.kvreshard.core.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.completion.CompletionBarrier;
import io.kvreshard.core.completion.PlannedWrite;
import io.kvreshard.core.contract.TargetReceipt;
import io.kvreshard.core.contract.WriterReceipt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** CONTRACT §11: the barrier's answer to every event, in order. */
class CompletionConformanceTest {
  private static final double NANOS_PER_SECOND = 1e9;

  /** A case while it runs; its clock moves only with "advance". */
  private static final class Run {
    private final JsonNode row;
    private final CompletionBarrier barrier;
    private long now = Long.MAX_VALUE - 5;

    Run(JsonNode row) {
      this.row = row;
      List<PlannedWrite> writes = new ArrayList<>();
      row.get("expected")
          .forEach(
              write ->
                  writes.add(
                      new PlannedWrite(
                          write.get(0).textValue(),
                          write.get(1).textValue(),
                          write.get(2).longValue())));
      Set<String> targets = new HashSet<>();
      row.get("targets").forEach(target -> targets.add(target.textValue()));
      this.barrier =
          CompletionBarrier.open(
              row.get("operation_id").textValue(),
              row.get("transfer_digest").textValue(),
              writes,
              targets,
              Duration.ofSeconds(row.get("timeout_seconds").longValue()),
              now);
    }

    void step(JsonNode expected) {
      JsonNode event = expected.get("event");
      assertThat(accepted(event)).as("%s", event).isEqualTo(expected.get("result").textValue());
      assertThat(barrier.state(now).name().toLowerCase(Locale.ROOT))
          .as("state after %s", event)
          .isEqualTo(expected.get("state").textValue());
      assertThat(barrier.error(now).orElse(null))
          .isEqualTo(Cases.textOrNull(expected.get("error")));
      assertThat(barrier.canActivate(now)).isEqualTo(expected.get("can_activate").booleanValue());
    }

    private String accepted(JsonNode event) {
      try {
        apply(event);
        return "accept";
      } catch (RejectedException e) {
        assertThat(e.rejection().message()).isNotBlank();
        return "reject";
      }
    }

    private void apply(JsonNode event) {
      String operation = row.get("operation_id").textValue();
      String digest = row.get("transfer_digest").textValue();
      switch (event.get(0).textValue()) {
        case "w" -> barrier.record(writer(operation, digest, event), now);
        case "wrongop" -> barrier.record(success("op-2", digest, event), now);
        case "wrongdigest" -> barrier.record(success(operation, "0".repeat(64), event), now);
        case "t" ->
            barrier.record(
                new TargetReceipt(
                    operation,
                    digest,
                    event.get(1).textValue(),
                    event.get(2).booleanValue(),
                    Cases.textOrNull(event.get(3))),
                now);
        case "advance" -> now += (long) (event.get(1).doubleValue() * NANOS_PER_SECOND);
        case "fail" -> barrier.fail(event.get(1).textValue(), now);
        default -> throw new IllegalArgumentException("unknown event " + event);
      }
    }

    private static WriterReceipt writer(String operation, String digest, JsonNode event) {
      return new WriterReceipt(
          operation,
          digest,
          event.get(1).textValue(),
          event.get(2).textValue(),
          event.get(4).booleanValue(),
          event.get(3).longValue(),
          event.get(5).booleanValue(),
          Cases.textOrNull(event.get(6)));
    }

    private static WriterReceipt success(String operation, String digest, JsonNode event) {
      return new WriterReceipt(
          operation,
          digest,
          event.get(1).textValue(),
          event.get(2).textValue(),
          true,
          event.get(3).longValue(),
          true,
          null);
    }
  }

  @TestFactory
  Stream<DynamicTest> barriers() {
    return Cases.tests(
        "completion",
        row -> {
          Run run = new Run(row);
          row.get("events").forEach(run::step);
        });
  }
}
