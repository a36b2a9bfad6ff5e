package io.kvreshard.core.contract;

import io.kvreshard.core.Sha256;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;
import io.kvreshard.core.json.StrictJson;
import org.jspecify.annotations.Nullable;

/**
 * What a target says of all bytes it was to receive (CONTRACT §4.13).
 *
 * @param error why it failed; null exactly for a success
 */
public record TargetReceipt(
    String operationId,
    String transferDigest,
    String targetId,
    boolean success,
    @Nullable String error) {
  private static final FieldSet FIELDS =
      FieldSet.of("error", "operation_id", "success", "target_id", "transfer_digest");

  public TargetReceipt {
    Check.notEmpty("/operation_id", operationId);
    Sha256.check("/transfer_digest", transferDigest);
    Check.notEmpty("/target_id", targetId);
    Check.outcome(success, error);
  }

  /** Reads a receipt by all rules of the contract. */
  public static TargetReceipt fromJson(String text) {
    return StrictJson.read(text, TargetReceipt::read);
  }

  private static TargetReceipt read(JsonReader in) {
    String operationId = "";
    String transferDigest = "";
    String targetId = "";
    boolean success = false;
    String error = null;
    for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "error" -> error = in.stringOrNull();
        case "operation_id" -> operationId = in.string();
        case "success" -> success = in.bool();
        case "target_id" -> targetId = in.string();
        case "transfer_digest" -> transferDigest = in.string();
        default -> throw in.unhandled(field);
      }
    }
    return new TargetReceipt(operationId, transferDigest, targetId, success, error);
  }

  /** The canonical text. */
  public String toJson() {
    return CanonicalJson.text(
        json -> {
          json.beginObject();
          json.name("error").stringOrNull(error);
          json.name("operation_id").string(operationId);
          json.name("success").bool(success);
          json.name("target_id").string(targetId);
          json.name("transfer_digest").string(transferDigest);
          json.endObject();
        });
  }
}
