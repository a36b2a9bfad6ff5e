package io.kvreshard.core.transfer;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.json.CanonicalJson;
import java.util.Map;
import java.util.TreeMap;

/**
 * The identity of a job's whole move, all groups together: what a commit commits (DESIGN §3, "Cache
 * groups").
 */
public final class JobDigest {
  private static final String SCHEMA = "kvreshard-operation-set/v1";

  private JobDigest() {}

  /**
   * The digest, 64 hexadecimal digits.
   *
   * @param transferDigests of every group, by the group's name
   */
  public static String of(OperationId operation, Map<String, String> transferDigests) {
    if (transferDigests.isEmpty()) {
      throw new RejectedException(
          RejectionCategory.EMPTY, "/groups", "a job moves at least one group");
    }
    TreeMap<String, String> sorted = new TreeMap<>(CodePoints.ORDER);
    sorted.putAll(transferDigests);
    return CanonicalJson.sha256(
        json -> {
          json.beginObject().name("groups").beginArray();
          sorted.forEach(
              (name, digest) -> {
                Sha256.check("/groups", digest);
                json.beginObject();
                json.name("name").string(name);
                json.name("transfer_digest").string(digest);
                json.endObject();
              });
          json.endArray();
          json.name("operation_id").string(operation.toString());
          json.name("schema").string(SCHEMA);
          json.endObject();
        });
  }
}
