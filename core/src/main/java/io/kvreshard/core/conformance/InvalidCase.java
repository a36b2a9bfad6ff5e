package io.kvreshard.core.conformance;

import io.kvreshard.core.Limits;
import io.kvreshard.core.contiguous.RuntimeBinding;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.TargetReceipt;
import io.kvreshard.core.contract.WriterReceipt;
import io.kvreshard.core.lowering.RuntimeTransfer;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.Map;
import java.util.function.Consumer;

/** What readers must refuse, and its legal neighbours (CONTRACT §2, §14). */
final class InvalidCase {
  private static final Map<String, Consumer<String>> READERS =
      Map.of(
          "snapshot", Snapshot::fromJson,
          "placement", DocumentCases::placement,
          "part", text -> Part.fromJson(text, Limits.COMPATIBLE),
          "plan", PlanCase::read,
          "runtime_binding", RuntimeBinding::fromJson,
          "resolved_binding", ResolvedBinding::fromJson,
          "runtime_transfer", InvalidCase::readTransfer,
          "writer_receipt", WriterReceipt::fromJson,
          "target_receipt", TargetReceipt::fromJson);

  /** Of a text that is generated: far more than any document may have. */
  private static final int LONGEST = 1 << 28;

  private InvalidCase() {}

  static void run(Row row, Findings found) {
    Consumer<String> reader = READERS.get(row.text("doc"));
    if (reader == null) {
      throw new MalformedCase("document kind \"" + row.text("doc") + "\" is unknown");
    }
    reader.accept(text(row));
  }

  private static void readTransfer(String text) {
    RuntimeTransfer.fromJson(text, Limits.COMPATIBLE, TransferLimits.COMPATIBLE);
  }

  private static String text(Row row) {
    if (row.has("text")) {
      return row.text("text");
    }
    var text = new StringBuilder();
    for (Row run : row.objects("text_gen")) {
      long times = run.u64("n");
      if (times < 0 || times > (LONGEST - text.length()) / Math.max(1, run.text("s").length())) {
        throw new MalformedCase("its text is longer than " + LONGEST + " characters");
      }
      text.repeat(run.text("s"), (int) times);
    }
    return text.toString();
  }
}
