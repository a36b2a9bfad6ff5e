package io.kvreshard.core.conformance;

import io.kvreshard.core.contiguous.ContiguousResolution;
import io.kvreshard.core.contiguous.RuntimeBinding;
import io.kvreshard.core.contiguous.RuntimeBindingCheck;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.ResolvedCheck;
import io.kvreshard.core.resolved.TransferLimits;

/** Runtime and resolved bindings: reading and checking (CONTRACT §4.8, §4.10, §7). */
final class BindingCases {
  private BindingCases() {}

  static void runtime(Row row, Findings found) {
    Placement placement = DocumentCases.placement(row.text("placement"));
    String snapshot = row.textOrNull("snapshot");
    RuntimeBinding binding = RuntimeBinding.fromJson(row.text("binding"));
    found.text("parsed_wire", binding, binding::toJson, RuntimeBinding::fromJson);
    RuntimeBindingCheck.check(
        placement, binding, snapshot == null ? null : Snapshot.fromJson(snapshot));
  }

  static void resolved(Row row, Findings found) {
    Placement placement = DocumentCases.placement(row.text("placement"));
    Snapshot snapshot = Snapshot.fromJson(row.text("snapshot"));
    TransferLimits limits = limits(row.object("limits"));
    ResolvedBinding binding = ResolvedBinding.fromJson(row.text("binding"));
    found.put("parsed", () -> true);
    found.put("digest", binding::digest);
    found.text("wire", binding, binding::toJson, ResolvedBinding::fromJson);
    ResolvedCheck.check(placement, snapshot, binding, row.text("operation_id"), limits);
  }

  static void resolveContiguous(Row row, Findings found) {
    ResolvedBinding binding =
        ContiguousResolution.resolve(
            DocumentCases.placement(row.text("placement")),
            Snapshot.fromJson(row.text("snapshot")),
            RuntimeBinding.fromJson(row.text("runtime_binding")),
            row.text("operation_id"),
            row.u64("first_token_offset"),
            TransferLimits.COMPATIBLE);
    found.put("digest", binding::digest);
    found.text("wire", binding, binding::toJson, ResolvedBinding::fromJson);
  }

  static TransferLimits limits(Row row) {
    return new TransferLimits(
        row.u64("max_ranges"),
        row.u64("max_operations"),
        row.u64("max_bytes"),
        row.u64("max_batch_operations"),
        row.u64("max_batch_bytes"),
        row.u64("max_validation_work"));
  }
}
