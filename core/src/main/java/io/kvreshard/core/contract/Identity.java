package io.kvreshard.core.contract;

import io.kvreshard.core.json.CanonicalHash;
import io.kvreshard.core.json.CanonicalJson;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The two hashes of a document (CONTRACT §4.5, §4.6, §4.9). Equal identities are equal documents.
 *
 * @param id {@code sha256:} and the hash of the content
 * @param digest the hash of the content and the id
 */
record Identity(String id, String digest) {

  /** How a document goes on after what both hashes share, up to its end. */
  @FunctionalInterface
  interface Rest {
    /**
     * Writes it.
     *
     * @param id null for the content alone
     */
    void write(CanonicalJson json, @Nullable String id);
  }

  /**
   * Hashes a document.
   *
   * @param beginning what comes before the first name that only the digest has; hashed once
   */
  static Identity of(Consumer<CanonicalJson> beginning, Rest rest) {
    var forId = new CanonicalHash();
    beginning.accept(forId.json());
    CanonicalHash forDigest = forId.fork();
    rest.write(forId.json(), null);
    String id = "sha256:" + forId.hex();
    rest.write(forDigest.json(), id);
    return new Identity(id, forDigest.hex());
  }
}
