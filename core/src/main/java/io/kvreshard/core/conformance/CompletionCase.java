package io.kvreshard.core.conformance;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.completion.CompletionBarrier;
import io.kvreshard.core.completion.PlannedWrite;
import io.kvreshard.core.lowering.RuntimeTransfer;
import io.kvreshard.core.resolved.ResolvedBinding;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The barrier's answer to every event, in order (CONTRACT §11). */
final class CompletionCase implements CaseKind {
  /** The clock may have any value: it runs over while the cases do. */
  private static final long START = Long.MAX_VALUE - 5;

  /** Each event carries what it expects; the transfer must give the rest. */
  @Override
  public Map<?, ?> expected(Row row) {
    Map<String, @Nullable Object> expected = new HashMap<>();
    for (String field : List.of("events", "expected", "targets", "transfer_digest")) {
      expected.put(field, row.value(field));
    }
    return expected;
  }

  @Override
  public void run(Row row, Findings found) {
    RuntimeTransfer transfer =
        RuntimeTransfer.fromJson(
            row.text("transfer"), Limits.COMPATIBLE, TransferLimits.COMPATIBLE);
    List<String> targets =
        transfer.targetBindings().stream().map(ResolvedBinding::participantId).toList();
    found.put("transfer_digest", transfer::digest);
    found.put("targets", () -> targets);
    found.put(
        "expected", () -> transfer.plannedWrites().stream().map(CompletionCase::planned).toList());
    CompletionBarrier barrier =
        CompletionBarrier.open(
            transfer.operationId(),
            transfer.digest(),
            transfer.plannedWrites(),
            new HashSet<>(targets),
            CompletionEvents.duration(row.number("timeout_seconds")),
            START);
    var events = new CompletionEvents(barrier, transfer, START);
    List<Map<String, @Nullable Object>> answers = new ArrayList<>();
    for (Row event : row.objects("events")) {
      answers.add(answer(barrier, events, event.list("event")));
    }
    found.put("events", () -> answers);
  }

  private static List<Object> planned(PlannedWrite write) {
    return List.of(write.writerId(), write.targetId(), Findings.number(write.bytes()));
  }

  private static Map<String, @Nullable Object> answer(
      CompletionBarrier barrier, CompletionEvents events, List<?> event) {
    Map<String, @Nullable Object> answer = new HashMap<>();
    answer.put("event", event);
    answer.put("result", result(events, event));
    long now = events.now();
    answer.put("state", barrier.state(now).name().toLowerCase(Locale.ROOT));
    answer.put("error", barrier.error(now).orElse(null));
    answer.put("can_activate", barrier.canActivate(now));
    return answer;
  }

  private static String result(CompletionEvents events, List<?> event) {
    try {
      events.apply(event);
      return "accept";
    } catch (RejectedException e) {
      return "reject";
    }
  }
}
