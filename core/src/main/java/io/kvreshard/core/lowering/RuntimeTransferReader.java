package io.kvreshard.core.lowering;

import io.kvreshard.core.Limits;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Reads runtime transfers (CONTRACT §4.12); plans and bindings are texts inside the text. */
final class RuntimeTransferReader {
  private static final FieldSet FIELDS =
      FieldSet.of(
          "digest",
          "limits",
          "logical_plans",
          "operation_id",
          "schema",
          "source_bindings",
          "target_bindings");

  private RuntimeTransferReader() {}

  static RuntimeTransfer read(JsonReader in, Limits documents, TransferLimits receiver) {
    String digest = "";
    TransferLimits limits = null;
    List<LogicalPlan> plans = List.of();
    String operationId = "";
    List<ResolvedBinding> sources = List.of();
    List<ResolvedBinding> targets = List.of();
    for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "digest" -> digest = in.string();
        case "limits" -> limits = limits(in, receiver);
        case "logical_plans" -> plans = embedded(in, text -> LogicalPlan.fromJson(text, documents));
        case "operation_id" -> operationId = in.string();
        case "schema" -> Check.schema(in.string(), RuntimeTransfer.SCHEMA);
        case "source_bindings" -> sources = embedded(in, ResolvedBinding::fromJson);
        case "target_bindings" -> targets = embedded(in, ResolvedBinding::fromJson);
        default -> throw in.unhandled(field);
      }
    }
    RuntimeTransfer transfer =
        RuntimeTransfer.create(
            operationId, plans, sources, targets, Objects.requireNonNull(limits));
    Check.same("/digest", "digest", digest, transfer.digest());
    return transfer;
  }

  private static TransferLimits limits(JsonReader in, TransferLimits receiver) {
    TransferLimits limits = TransferLimits.read(in);
    limits.requireWithin(receiver);
    return limits;
  }

  private static <T> List<T> embedded(JsonReader in, Function<String, T> fromJson) {
    return in.list(Limits.ITEMS, each -> fromJson.apply(each.string()));
  }
}
