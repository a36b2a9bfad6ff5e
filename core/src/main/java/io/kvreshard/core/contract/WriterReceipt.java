package io.kvreshard.core.contract;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.json.CanonicalJson;
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
