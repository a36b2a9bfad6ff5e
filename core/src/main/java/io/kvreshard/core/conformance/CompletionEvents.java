package io.kvreshard.core.conformance;

import io.kvreshard.core.completion.CompletionBarrier;
import io.kvreshard.core.contract.TargetReceipt;
import io.kvreshard.core.contract.WriterReceipt;
import io.kvreshard.core.lowering.RuntimeTransfer;
import java.math.BigDecimal;
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
  private long now;

  CompletionEvents(CompletionBarrier barrier, RuntimeTransfer transfer, long start) {
    this.barrier = barrier;
    this.operationId = transfer.operationId();
    this.digest = transfer.digest();
    this.now = start;
  }

  /** The clock; only "advance" moves it. */
  long now() {
    return now;
  }

  static Duration duration(BigDecimal seconds) {
    return Duration.ofNanos(seconds.movePointRight(NANO_DIGITS).longValue());
  }

  void apply(List<?> event) {
    String name = Row.as(String.class, "event", event.getFirst());
    switch (name) {
      case "w" -> writer(operationId, digest, event.get(4), event.get(5), event.get(6), event);
      case "wrongop" -> writer("op-2", digest, true, true, null, event);
      case "wrongdigest" -> writer(operationId, "0".repeat(64), true, true, null, event);
      case "t" -> target(event);
      case "advance" -> now += duration(Row.number("seconds", event.get(1))).toNanos();
      case "fail" -> barrier.fail(Row.as(String.class, "reason", event.get(1)), now);
      default -> throw new MalformedCase("event \"" + name + "\" is unknown");
    }
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
    receipt.put("writer_id", event.get(1));
    receipt.put("target_id", event.get(2));
    receipt.put("completed_bytes", event.get(3));
    receipt.put("success", success);
    receipt.put("quiesced", quiesced);
    receipt.put("error", error);
    barrier.record(WriterReceipt.fromJson(Documents.text(receipt)), now);
  }

  private void target(List<?> event) {
    Map<String, @Nullable Object> receipt = new HashMap<>();
    receipt.put("operation_id", operationId);
    receipt.put("transfer_digest", digest);
    receipt.put("target_id", event.get(1));
    receipt.put("success", event.get(2));
    receipt.put("error", event.get(3));
    barrier.record(TargetReceipt.fromJson(Documents.text(receipt)), now);
  }
}
