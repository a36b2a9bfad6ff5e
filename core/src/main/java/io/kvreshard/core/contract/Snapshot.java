package io.kvreshard.core.contract;

import io.kvreshard.core.Sha256;
import io.kvreshard.core.U64;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.StrictJson;
import org.jspecify.annotations.Nullable;

/**
 * What is cached, apart from where (CONTRACT §4.6): the tokens {@code [tokenStart, tokenEnd)} of
 * one model in one namespace. Equal digests are equal snapshots.
 */
public final class Snapshot {
  private final String namespace;
  private final String resourceId;
  private final String modelId;
  private final String modelRevision;
  private final long tokenStart;
  private final long tokenCount;
  private final String tokenFingerprint;
  private final String semanticFingerprint;
  private final Identity identity;

  private Snapshot(
      String namespace,
      String resourceId,
      String modelId,
      String modelRevision,
      long tokenStart,
      long tokenCount,
      String tokenFingerprint,
      String semanticFingerprint) {
    this.namespace = namespace;
    this.resourceId = resourceId;
    this.modelId = modelId;
    this.modelRevision = modelRevision;
    this.tokenStart = tokenStart;
    this.tokenCount = tokenCount;
    this.tokenFingerprint = tokenFingerprint;
    this.semanticFingerprint = semanticFingerprint;
    this.identity = Identity.of(this::beginContent, this::endHashed);
  }

  /**
   * A snapshot with computed id and digest.
   *
   * @param tokenStart first token, a u64
   * @param tokenCount tokens, at least 1; the end is at most 2^64−1
   * @param tokenFingerprint SHA-256 of the tokens
   * @param semanticFingerprint SHA-256 of all else that the values depend on
   */
  public static Snapshot create(
      String namespace,
      String resourceId,
      String modelId,
      String modelRevision,
      long tokenStart,
      long tokenCount,
      String tokenFingerprint,
      String semanticFingerprint) {
    Check.notEmpty("/namespace", namespace);
    Check.notEmpty("/resource_id", resourceId);
    Check.notEmpty("/model_id", modelId);
    Check.notEmpty("/model_revision", modelRevision);
    Check.positive("/token_count", tokenCount);
    Check.inside("/token_start", tokenStart, tokenCount, U64.MAX, "2^64-1");
    Sha256.check("/token_fingerprint", tokenFingerprint);
    Sha256.check("/semantic_fingerprint", semanticFingerprint);
    return new Snapshot(
        namespace,
        resourceId,
        modelId,
        modelRevision,
        tokenStart,
        tokenCount,
        tokenFingerprint,
        semanticFingerprint);
  }

  /** Reads a snapshot by all rules of the contract; id and digest must be right. */
  public static Snapshot fromJson(String text) {
    return StrictJson.read(text, SnapshotReader::read);
  }

  public String namespace() {
    return namespace;
  }

  public String resourceId() {
    return resourceId;
  }

  public String modelId() {
    return modelId;
  }

  public String modelRevision() {
    return modelRevision;
  }

  public long tokenStart() {
    return tokenStart;
  }

  public long tokenCount() {
    return tokenCount;
  }

  /** The first token after those cached. */
  public long tokenEnd() {
    return tokenStart + tokenCount;
  }

  public String tokenFingerprint() {
    return tokenFingerprint;
  }

  public String semanticFingerprint() {
    return semanticFingerprint;
  }

  /** {@code sha256:} and the hash of the content. */
  public String id() {
    return identity.id();
  }

  /** The hash of the content and the id. */
  public String digest() {
    return identity.digest();
  }

  /** The canonical text. */
  public String toJson() {
    return CanonicalJson.text(
        json -> {
          beginContent(json);
          json.name("semantic_fingerprint").string(semanticFingerprint);
          json.name("snapshot_digest").string(digest()).name("snapshot_id").string(id());
          endContent(json);
        });
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Snapshot snapshot && identity.equals(snapshot.identity);
  }

  @Override
  public int hashCode() {
    return identity.hashCode();
  }

  @Override
  public String toString() {
    return "Snapshot[" + id() + "]";
  }

  private void endHashed(CanonicalJson json, @Nullable String withId) {
    json.name("schema").string("kv-cache-snapshot");
    json.name("semantic_fingerprint").string(semanticFingerprint);
    if (withId != null) {
      json.name("snapshot_id").string(withId);
    }
    endContent(json);
  }

  private void beginContent(CanonicalJson json) {
    json.beginObject();
    json.name("model_id").string(modelId);
    json.name("model_revision").string(modelRevision);
    json.name("namespace").string(namespace);
    json.name("resource_id").string(resourceId);
    json.name("resource_kind").string("kv_cache");
  }

  private void endContent(CanonicalJson json) {
    json.name("token_count").u64(tokenCount);
    json.name("token_fingerprint").string(tokenFingerprint);
    json.name("token_start").u64(tokenStart);
    json.endObject();
  }
}
