package io.kvreshard.core.conformance;

import io.kvreshard.core.RejectedException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs cases through the product's own code. A case passes if the verdict is right and so is every
 * field that it expects, to the byte; its category is advice (CONTRACT §14). The limits are
 * upstream's.
 */
public final class Conformance {
  private static final String ACCEPT = "accept";
  private static final String REJECT = "reject";

  /** What a case says for people, and of upstream's own ways. */
  private static final Set<String> ADVICE = Set.of("category", "upstream_exception");

  private static final Map<String, CaseKind> KINDS =
      Map.ofEntries(
          Map.entry("completion", new CompletionCase()),
          Map.entry("content", TransferCase::run),
          Map.entry("invalid", InvalidCase::run),
          Map.entry("lowering", TransferCase::run),
          Map.entry("operation", TransferCase::run),
          Map.entry("placement", DocumentCases::placement),
          Map.entry("placement_mutation", DocumentCases::mutatedPlacement),
          Map.entry("plan", PlanCase::run),
          Map.entry("resolve_contiguous", BindingCases::resolveContiguous),
          Map.entry("resolved_binding", BindingCases::resolved),
          Map.entry("runtime_binding", BindingCases::runtime),
          Map.entry("snapshot", DocumentCases::snapshot));

  private Conformance() {}

  /** Judges a case. Whatever goes wrong in the product is the case's outcome. */
  public static Outcome judge(Row row) {
    try {
      String kind = row.kind();
      if (isOfStore(kind) || (kind.equals("invalid") && isOfStore(row.text("doc")))) {
        return new Outcome.Skipped("there is no store yet");
      }
      CaseKind asked = KINDS.get(kind);
      if (asked == null) {
        return new Outcome.Failed("a kind of case that is known", "kind \"" + kind + "\"");
      }
      return judge(asked, row);
    } catch (MalformedCase e) {
      return new Outcome.Failed("a case as its kind is written", e.why());
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      return new Outcome.Failed("a verdict", "an error in the product: " + e);
    }
  }

  private static boolean isOfStore(String name) {
    return name.startsWith("store_");
  }

  private static Outcome judge(CaseKind kind, Row row) {
    Map<?, ?> expected = kind.expected(row);
    if (expected.isEmpty()) {
      throw new MalformedCase("it expects nothing");
    }
    var found = new Findings();
    RejectedException rejected = run(kind, row, found);
    String verdict = rejected == null ? ACCEPT : REJECT;
    found.put("verdict", () -> verdict);
    if (expected.containsKey("verdict") && !verdict.equals(expected.get("verdict"))) {
      return new Outcome.Failed(
          "verdict " + expected.get("verdict"),
          verdict + (rejected == null ? "" : ": " + Difference.text(rejected.getMessage())));
    }
    return compare(expected, found)
        .orElseGet(
            () ->
                new Outcome.Passed(Optional.ofNullable(rejected).map(RejectedException::category)));
  }

  private static @Nullable RejectedException run(CaseKind kind, Row row, Findings found) {
    try {
      kind.run(row, found);
      return null;
    } catch (RejectedException e) {
      if (e.rejection().message().isBlank()) {
        throw new IllegalStateException("a rejection without a sentence", e);
      }
      return e;
    }
  }

  private static Optional<Outcome> compare(Map<?, ?> expected, Findings found) {
    for (Map.Entry<?, ?> entry : expected.entrySet()) {
      String name = String.valueOf(entry.getKey());
      if (ADVICE.contains(name)) {
        continue;
      }
      Supplier<? extends @Nullable Object> supplier = found.of(name);
      if (supplier == null) {
        return Optional.of(
            new Outcome.Failed(
                name + " " + Difference.text(entry.getValue()), "no such result in this case"));
      }
      Optional<Difference> difference = Difference.between(entry.getValue(), supplier.get());
      if (difference.isPresent()) {
        String place = name + difference.get().pointer() + " ";
        return Optional.of(
            new Outcome.Failed(
                place + difference.get().expectedText(), difference.get().gotText()));
      }
    }
    return Optional.empty();
  }
}
