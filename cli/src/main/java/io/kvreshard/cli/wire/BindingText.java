package io.kvreshard.cli.wire;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.contiguous.RuntimeBinding;
import io.kvreshard.core.contiguous.RuntimeBindingCheck;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.SnapshotRef;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.ResolvedCheck;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads bindings and holds them against the placement and the snapshot that they name. An operation
 * that a binding names is taken as it is: which one it ought to be, no file knows.
 */
final class BindingText {
  private BindingText() {}

  /** Buffers need not say which snapshot they hold. */
  static Map<String, String> runtime(String text, KnownDocuments known) {
    var binding = RuntimeBinding.fromJson(text);
    RuntimeBindingCheck.check(
        known.placement(binding.header().placementDigest()),
        binding,
        snapshot(binding.snapshot(), known));
    var facts = new LinkedHashMap<String, String>();
    facts.put("participant_id", binding.participantId());
    facts.put("buffers", String.valueOf(binding.buffers().size()));
    facts.putAll(known.moves().add(binding));
    return facts;
  }

  private static @Nullable Snapshot snapshot(@Nullable SnapshotRef named, KnownDocuments known) {
    return named == null ? null : known.snapshot(named.digest());
  }

  static Map<String, String> resolved(String text, Profile profile, KnownDocuments known) {
    var binding = ResolvedBinding.fromJson(text);
    try {
      ResolvedCheck.check(
          known.placement(binding.header().placementDigest()),
          known.snapshot(binding.snapshot().digest()),
          binding,
          binding.operationId(),
          profile.transferLimits());
    } catch (RejectedException e) {
      throw e.under("/binding");
    }
    return Map.of("digest", binding.digest());
  }

  /** An extension; it does not exist without the two, which are found before it is read. */
  static Map<String, String> paged(String text, Profile profile, KnownDocuments known) {
    profile.limits().checkExtension("");
    var top = TopFields.of(text);
    var binding =
        PagedBinding.fromJson(
            text,
            top.getOrDefault("operation_id", ""),
            known.placement(top.getOrDefault("placement_digest", "")),
            known.snapshot(top.getOrDefault("snapshot_digest", "")));
    return Map.of("digest", binding.digest());
  }
}
