package io.kvreshard.core.conformance;

import io.kvreshard.core.completion.CompletionBarrier;
import io.kvreshard.core.contract.TargetReceipt;
import io.kvreshard.core.contract.WriterReceipt;
import io.kvreshard.core.lowering.RuntimeTransfer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Applies a case's events to a barrier. Receipts come as documents, as they do from a peer. */
final class CompletionEvents {
  private static final int NANO_DIGITS = 9;

  private final CompletionBarrier barrier;
  private final String operationId;
  private final String digest;
  private final long start;
  private long now;

  CompletionEvents(CompletionBarrier barrier, RuntimeTransfer transfer, long start) {
    this.barrier = barrier;
    this.operationId = transfer.operationId();
    this.digest = transfer.digest();
    this.start = start;
    this.now = start;
  }

  /** The clock; only "advance" moves it. */
  long now() {
    return now;
  }

  /** The shortest duration that is not less; at most 292 years. */
  static Duration duration(BigDecimal seconds) {
    BigDecimal nanos = seconds.movePointRight(NANO_DIGITS).setScale(0, RoundingMode.CEILING);
    return Duration.ofNanos(nanos.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValueExact());
  }

  void apply(List<?> event) {
    String name = Row.as(String.class, "event", item(event, 0));
    switch (name) {
      case "w" ->
          writer(operationId, digest, item(event, 4), item(event, 5), item(event, 6), event);
      case "wrongop" -> writer("op-2", digest, true, true, null, event);
      case "wrongdigest" -> writer(operationId, "0".repeat(64), true, true, null, event);
      case "t" -> target(event);
      case "advance" -> advance(duration(Row.number("seconds", item(event, 1))));
      case "fail" -> barrier.fail(Row.as(String.class, "reason", item(event, 1)), now);
      default -> throw new MalformedCase("event \"" + name + "\" is unknown");
    }
  }

  /** As far as the clock goes. */
  private void advance(Duration time) {
    now += Math.min(time.toNanos(), Long.MAX_VALUE - (now - start));
  }

  private static @Nullable Object item(List<?> event, int index) {
    if (index >= event.size()) {
      throw new MalformedCase("event %s has no item %d".formatted(event, index));
    }
    return event.get(index);
  }

  private void writer(
      String operation,
      String transferDigest,
      @Nullable Object success,
      @Nullable Object quiesced,
      @Nullable Object error,
      List<?> event) {
    Map<String, @Nullable Object> receipt = new HashMap<>();
    receipt.put("operation_id", operation);
    receipt.put("transfer_digest", transferDigest);
    receipt.put("writer_id", item(event, 1));
    receipt.put("target_id", item(event, 2));
    receipt.put("completed_bytes", item(event, 3));
    receipt.put("success", success);
    receipt.put("quiesced", quiesced);
    receipt.put("error", error);
    barrier.record(WriterReceipt.fromJson(Documents.text(receipt)), now);
  }

  private void target(List<?> event) {
    Map<String, @Nullable Object> receipt = new HashMap<>();
    receipt.put("operation_id", operationId);
    receipt.put("transfer_digest", digest);
    receipt.put("target_id", item(event, 1));
    receipt.put("success", item(event, 2));
    receipt.put("error", item(event, 3));
    barrier.record(TargetReceipt.fromJson(Documents.text(receipt)), now);
  }
}
