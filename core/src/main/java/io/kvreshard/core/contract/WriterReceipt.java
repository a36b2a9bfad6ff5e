package io.kvreshard.core.contract;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;
import io.kvreshard.core.json.StrictJson;
import org.jspecify.annotations.Nullable;

/**
 * What a writer says of its bytes to one target (CONTRACT §4.13).
 *
 * @param completedBytes logical bytes known to have arrived, a u64
 * @param quiesced no native work can touch memory any more; a success always is
 * @param error why it failed; null exactly for a success
 */
public record WriterReceipt(
    String operationId,
    String transferDigest,
    String writerId,
    String targetId,
    boolean success,
    long completedBytes,
    boolean quiesced,
    @Nullable String error) {
  private static final FieldSet FIELDS =
      FieldSet.of(
          "completed_bytes",
          "error",
          "operation_id",
          "quiesced",
          "success",
          "target_id",
          "transfer_digest",
          "writer_id");

  public WriterReceipt {
    Check.notEmpty("/operation_id", operationId);
    Sha256.check("/transfer_digest", transferDigest);
    Check.notEmpty("/writer_id", writerId);
    Check.notEmpty("/target_id", targetId);
    Check.outcome(success, error);
    if (success && !quiesced) {
      throw Check.reject(RejectionCategory.STATE, "/quiesced", "a successful writer is quiesced");
    }
  }

  /** Reads a receipt by all rules of the contract. */
  public static WriterReceipt fromJson(String text) {
    return StrictJson.read(text, WriterReceipt::read);
  }

  private static WriterReceipt read(JsonReader in) {
    String operationId = "";
    String transferDigest = "";
    String writerId = "";
    String targetId = "";
    boolean success = false;
    long completedBytes = 0;
    boolean quiesced = false;
    String error = null;
    for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "completed_bytes" -> completedBytes = in.u64();
        case "error" -> error = in.stringOrNull();
        case "operation_id" -> operationId = in.string();
        case "quiesced" -> quiesced = in.bool();
        case "success" -> success = in.bool();
        case "target_id" -> targetId = in.string();
        case "transfer_digest" -> transferDigest = in.string();
        case "writer_id" -> writerId = in.string();
        default -> throw in.unhandled(field);
      }
    }
    return new WriterReceipt(
        operationId, transferDigest, writerId, targetId, success, completedBytes, quiesced, error);
  }

  /** The canonical text. */
  public String toJson() {
    return CanonicalJson.text(
        json -> {
          json.beginObject();
          json.name("completed_bytes").u64(completedBytes);
          json.name("error").stringOrNull(error);
          json.name("operation_id").string(operationId);
          json.name("quiesced").bool(quiesced);
          json.name("success").bool(success);
          json.name("target_id").string(targetId);
          json.name("transfer_digest").string(transferDigest);
          json.name("writer_id").string(writerId);
          json.endObject();
        });
  }
}
