package io.kvreshard.cli.wire;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.TargetReceipt;
import io.kvreshard.core.contract.WriterReceipt;
import io.kvreshard.core.json.StrictJson;
import io.kvreshard.core.paged.PagedBinding;
import java.util.Map;
import java.util.Optional;

/** Reads documents by all rules of the contract. */
public final class WireText {
  private WireText() {}

  /**
   * Reads one.
   *
   * @param kind none if nobody can tell; then it is rejected
   * @param limits on its size and the work of checking it
   * @param known what it may refer to
   * @throws RejectedException if it is invalid
   */
  public static WireDocument read(
      Optional<WireKind> kind, String text, Limits limits, KnownDocuments known) {
    return kind.isPresent()
        ? read(kind.get(), text, limits, known)
        // What is no JSON at all is rejected as such.
        : StrictJson.read(
            text,
            _ -> {
              throw unknown(text);
            });
  }

  private static RejectedException unknown(String text) {
    return text.stripLeading().startsWith("{")
        ? new RejectedException(
            RejectionCategory.FIELDS,
            "",
            "its fields are those of no document of the contract: name its kind with --kind")
        : new RejectedException(RejectionCategory.NOT_OBJECT, "", "an object is needed");
  }

  private static WireDocument read(
      WireKind kind, String text, Limits limits, KnownDocuments known) {
    return switch (kind) {
      case SNAPSHOT -> WireDocument.of(Snapshot.fromJson(text));
      case PLACEMENT -> WireDocument.of(Placement.fromJson(text, limits));
      case PART -> {
        var part = Part.fromJson(text, limits);
        yield WireDocument.of(Map.of("participant_id", part.participantId()));
      }
      case PLAN -> WireDocument.of(LogicalPlan.fromJson(text, limits));
      case WRITER_RECEIPT -> {
        var receipt = WriterReceipt.fromJson(text);
        yield WireDocument.of(Map.of("operation_id", receipt.operationId()));
      }
      case TARGET_RECEIPT -> {
        var receipt = TargetReceipt.fromJson(text);
        yield WireDocument.of(Map.of("operation_id", receipt.operationId()));
      }
      case PAGED_BINDING -> pagedBinding(text, known);
    };
  }

  /** It is for the operation that it says: which one that ought to be, no file knows. */
  private static WireDocument pagedBinding(String text, KnownDocuments known) {
    var top = TopFields.of(text);
    var binding =
        PagedBinding.fromJson(
            text,
            top.getOrDefault("operation_id", ""),
            known.placement("placement_digest", top.getOrDefault("placement_digest", "")),
            known.snapshot("snapshot_digest", top.getOrDefault("snapshot_digest", "")));
    return WireDocument.of(Map.of("digest", binding.digest()));
  }
}
