package io.kvreshard.core.resolved;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;

/**
 * What one operation may cost (CONTRACT §4.11). Each is a u64 of at least 1, and reaching it
 * exactly is allowed.
 *
 * @param maxRanges ranges of one binding
 * @param maxOperations contiguous pieces of all bindings together, and physical writes
 * @param maxBytes bytes of all writes
 * @param maxBatchOperations writes of one submission
 * @param maxBatchBytes bytes of one write and of one submission
 * @param maxValidationWork upstream's count of its own steps, which is quadratic in ranges; ours
 *     takes fewer and only reckons it
 */
public record TransferLimits(
    long maxRanges,
    long maxOperations,
    long maxBytes,
    long maxBatchOperations,
    long maxBatchBytes,
    long maxValidationWork) {
  /** Upstream's defaults. */
  public static final TransferLimits COMPATIBLE =
      new TransferLimits(Limits.ITEMS, 1_000_000, 1L << 40, 4096, 64 << 20, 10_000_000);

  /** The product's: time is bounded by the operations, memory by the ranges. */
  public static final TransferLimits PRODUCTION =
      new TransferLimits(Limits.ITEMS, 1 << 24, 1L << 44, 4096, 64 << 20, 1L << 40);

  private static final FieldSet FIELDS =
      FieldSet.of(
          "max_batch_bytes",
          "max_batch_operations",
          "max_bytes",
          "max_operations",
          "max_ranges",
          "max_validation_work");

  public TransferLimits {
    Check.positive("/max_ranges", maxRanges);
    Check.positive("/max_operations", maxOperations);
    Check.positive("/max_bytes", maxBytes);
    Check.positive("/max_batch_operations", maxBatchOperations);
    Check.positive("/max_batch_bytes", maxBatchBytes);
    Check.positive("/max_validation_work", maxValidationWork);
  }

  /** Reads limits by all rules of the contract. */
  public static TransferLimits read(JsonReader in) {
    long ranges = 0;
    long operations = 0;
    long bytes = 0;
    long batchOperations = 0;
    long batchBytes = 0;
    long work = 0;
    for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "max_batch_bytes" -> batchBytes = in.u64();
        case "max_batch_operations" -> batchOperations = in.u64();
        case "max_bytes" -> bytes = in.u64();
        case "max_operations" -> operations = in.u64();
        case "max_ranges" -> ranges = in.u64();
        case "max_validation_work" -> work = in.u64();
        default -> throw in.unhandled(field);
      }
    }
    return new TransferLimits(ranges, operations, bytes, batchOperations, batchBytes, work);
  }

  public void write(CanonicalJson json) {
    json.beginObject();
    json.name("max_batch_bytes").u64(maxBatchBytes);
    json.name("max_batch_operations").u64(maxBatchOperations);
    json.name("max_bytes").u64(maxBytes);
    json.name("max_operations").u64(maxOperations);
    json.name("max_ranges").u64(maxRanges);
    json.name("max_validation_work").u64(maxValidationWork);
    json.endObject();
  }

  /** Rejects limits of which one exceeds the receiver's (CONTRACT §4.12). */
  public void requireWithin(TransferLimits receiver) {
    within("max_batch_bytes", maxBatchBytes, receiver.maxBatchBytes);
    within("max_batch_operations", maxBatchOperations, receiver.maxBatchOperations);
    within("max_bytes", maxBytes, receiver.maxBytes);
    within("max_operations", maxOperations, receiver.maxOperations);
    within("max_ranges", maxRanges, receiver.maxRanges);
    within("max_validation_work", maxValidationWork, receiver.maxValidationWork);
  }

  private static void within(String name, long asked, long allowed) {
    if (!U64.le(asked, allowed)) {
      throw Check.reject(
          RejectionCategory.LIMIT,
          "/" + name,
          "%s is %s, the receiver allows %s".formatted(name, U64.text(asked), U64.text(allowed)));
    }
  }
}
