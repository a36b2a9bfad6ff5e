package io.kvreshard.core.contract;

import io.kvreshard.core.Sha256;
import io.kvreshard.core.json.CanonicalJson;
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
  public TargetReceipt {
    Check.notEmpty("/operation_id", operationId);
    Sha256.check("/transfer_digest", transferDigest);
    Check.notEmpty("/target_id", targetId);
    Check.outcome(success, error);
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
