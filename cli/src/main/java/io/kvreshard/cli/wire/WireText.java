package io.kvreshard.cli.wire;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.TargetReceipt;
import io.kvreshard.core.contract.WriterReceipt;
import io.kvreshard.core.json.StrictJson;
import io.kvreshard.core.lowering.RuntimeTransfer;
import java.util.Map;
import java.util.Optional;

/** Reads documents by all rules of the contract. */
public final class WireText {
  private WireText() {}

  /**
   * Reads one.
   *
   * @param kind none if nobody can tell; then it is rejected
   * @param profile whose limits on its size and the work of checking it hold
   * @param known what it may refer to; what it offers to others is added
   * @return what tells it from others: ids, digests, sizes
   * @throws RejectedException if it is invalid
   */
  public static Map<String, String> read(
      Optional<WireKind> kind, String text, Profile profile, KnownDocuments known) {
    return kind.isPresent()
        ? read(kind.get(), text, profile, known)
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

  private static Map<String, String> read(
      WireKind kind, String text, Profile profile, KnownDocuments known) {
    return switch (kind) {
      case SNAPSHOT -> {
        var snapshot = Snapshot.fromJson(text);
        known.add(snapshot);
        yield WireFacts.of(snapshot);
      }
      case PLACEMENT -> {
        var placement = Placement.fromJson(text, profile.limits());
        known.add(placement);
        yield WireFacts.of(placement);
      }
      case PART -> Map.of("participant_id", Part.fromJson(text, profile.limits()).participantId());
      case PLAN -> {
        var plan = LogicalPlan.fromJson(text, profile.limits());
        known.add(plan);
        yield WireFacts.of(plan);
      }
      case WRITER_RECEIPT -> Map.of("operation_id", WriterReceipt.fromJson(text).operationId());
      case TARGET_RECEIPT -> Map.of("operation_id", TargetReceipt.fromJson(text).operationId());
      case RUNTIME_BINDING -> BindingText.runtime(text, known);
      case RESOLVED_BINDING -> BindingText.resolved(text, profile, known);
      case PAGED_BINDING -> BindingText.paged(text, profile, known);
      case RUNTIME_TRANSFER -> {
        var transfer = RuntimeTransfer.fromJson(text, profile.limits(), profile.transferLimits());
        transfer.plans().forEach(known::add);
        yield WireFacts.of(transfer);
      }
    };
  }
}
