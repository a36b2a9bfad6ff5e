package io.kvreshard.core.transfer;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.json.CanonicalJson;
import java.util.List;

/**
 * The identity of everything that one group's move depends on: its plans and the bindings of both
 * sides (CONTRACT §4.12). Every agent computes it by itself before it sends or accepts a byte.
 */
public final class TransferDigest {
  private static final String PAGED = "kvreshard-runtime-transfer/v1";

  /** Schema of a transfer between resolved bindings. */
  public static final String RESOLVED = "kv-cache-runtime-transfer";

  private TransferDigest() {}

  /**
   * The digest of a transfer between paged bindings, 64 hexadecimal digits.
   *
   * @param operationId of the group: {@link OperationId#group}
   * @param planDigests by target participant id, code points ascending
   * @param sourceBindingDigests by participant id, code points ascending
   * @param targetBindingDigests by participant id, code points ascending
   */
  public static String of(
      String operationId,
      List<String> planDigests,
      List<String> sourceBindingDigests,
      List<String> targetBindingDigests) {
    return of(PAGED, operationId, planDigests, sourceBindingDigests, targetBindingDigests);
  }

  /** The digest of a transfer between resolved bindings: upstream's. */
  public static String ofResolved(
      String operationId,
      List<String> planDigests,
      List<String> sourceBindingDigests,
      List<String> targetBindingDigests) {
    return of(RESOLVED, operationId, planDigests, sourceBindingDigests, targetBindingDigests);
  }

  private static String of(
      String schema,
      String operationId,
      List<String> planDigests,
      List<String> sourceBindingDigests,
      List<String> targetBindingDigests) {
    if (operationId.isEmpty()) {
      throw new RejectedException(
          RejectionCategory.STRING, "/operation_id", "an operation id must not be empty");
    }
    check("/plans", planDigests);
    check("/sources", sourceBindingDigests);
    check("/targets", targetBindingDigests);
    return CanonicalJson.sha256(
        json -> {
          json.beginObject();
          json.name("operation_id").string(operationId);
          json.name("plans").strings(planDigests);
          json.name("schema").string(schema);
          json.name("sources").strings(sourceBindingDigests);
          json.name("targets").strings(targetBindingDigests);
          json.endObject();
        });
  }

  private static void check(String pointer, List<String> digests) {
    if (digests.isEmpty()) {
      throw new RejectedException(
          RejectionCategory.EMPTY, pointer, "a transfer needs at least one of them");
    }
    for (int i = 0; i < digests.size(); i++) {
      Sha256.check(pointer + "/" + i, digests.get(i));
    }
  }
}
