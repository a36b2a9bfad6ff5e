package io.kvreshard.cli.placement;

import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.crd.SnapshotOrigin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is cached, for {@code -o snapshot}; both sides of a job need the same. */
final class IdentityOptions {
  private static final String UNKNOWN_HASH = "0".repeat(64);

  @Option(
      names = "--name",
      paramLabel = "TEXT",
      description = "Name of KVSnapshot, engine and participants' set. Default: ${DEFAULT-VALUE}.")
  String name = "engine";

  @Option(
      names = "--revision",
      paramLabel = "TEXT",
      description = "Of the deployment. Default: ${DEFAULT-VALUE}.")
  String revision = "1";

  @Option(
      names = "--resource-id",
      paramLabel = "TEXT",
      description = "The cached text. Default: ${DEFAULT-VALUE}.")
  String resourceId = "prompt";

  @Option(
      names = "--cache-namespace",
      paramLabel = "TEXT",
      description = "The tenant. Default: ${DEFAULT-VALUE}.")
  String cacheNamespace = "default";

  @Option(
      names = "--model",
      paramLabel = "TEXT",
      description = "The model's name. Default: ${DEFAULT-VALUE}.")
  String model = "model";

  @Option(
      names = "--model-revision",
      paramLabel = "TEXT",
      description = "Its revision. Default: ${DEFAULT-VALUE}.")
  String modelRevision = "main";

  @Option(
      names = "--tokens",
      paramLabel = "N",
      description = "Tokens in the cache. Default: ${DEFAULT-VALUE}.")
  long tokens = 4096;

  @Option(
      names = "--token-fingerprint",
      paramLabel = "TEXT",
      description = "SHA-256 of the tokens. Default: zeros.")
  String tokenFingerprint = UNKNOWN_HASH;

  @Option(
      names = "--semantic-fingerprint",
      paramLabel = "TEXT",
      description = "SHA-256 of the rest. Default: zeros.")
  String semanticFingerprint = UNKNOWN_HASH;

  @Option(
      names = "--origin",
      paramLabel = "ORIGIN",
      description = "Exported (a source) or Reserved (a target).")
  @Nullable SnapshotOrigin origin;

  Snapshot snapshot() {
    return Snapshot.create(
        cacheNamespace,
        resourceId,
        model,
        modelRevision,
        0,
        tokens,
        tokenFingerprint,
        semanticFingerprint);
  }

  SnapshotOrigin origin() {
    return origin == null ? SnapshotOrigin.Exported : origin;
  }
}
