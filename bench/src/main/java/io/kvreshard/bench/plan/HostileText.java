package io.kvreshard.bench.plan;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.plan.Planner;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Texts that are made to cost their reader time. */
public enum HostileText {
  NESTING("arrays in arrays, 100,000 deep", () -> "[".repeat(100_000), Placement::fromJson),
  SPACE("16 MiB of white space before a snapshot", HostileText::spaces, Snapshot::fromJson),
  LONG_STRING("a snapshot whose names have 16 MiB", () -> snapshot('a', 1), Snapshot::fromJson),
  ACCENTS("the same, two bytes a character", () -> snapshot('é', 2), Snapshot::fromJson),
  DIGITS("layers of 4,300 digits, 16 MiB of them", HostileText::digits, Placement::fromJson),
  FIELDS("an object of a million unknown fields", HostileText::fields, Placement::fromJson),
  PARTS("as many parts as fit into 16 MiB", () -> parts(18_000), Placement::fromJson),
  LONG_IDS("four parts whose ids have a mebibyte", () -> longIds("d"), Placement::fromJson),
  ACCENTED_IDS("the same, two bytes a character", () -> longIds("é"), Placement::fromJson),
  WRONG_EDGE(
      "a plan of 16,128 edges, the last one wrong", HostileText::wrongEdge, LogicalPlan::fromJson);

  private final String what;
  private final Supplier<String> text;
  private final Consumer<String> reader;

  HostileText(String what, Supplier<String> text, Consumer<String> reader) {
    this.what = what;
    this.text = text;
    this.reader = reader;
  }

  String what() {
    return what;
  }

  String text() {
    return text.get();
  }

  /** Reads the text by all rules; what comes of it does not matter. */
  boolean accepts(String hostile) {
    try {
      reader.accept(hostile);
      return true;
    } catch (RejectedException e) {
      return false;
    }
  }

  private static String spaces() {
    String snapshot = Models.snapshot(1).toJson();
    return " ".repeat(Limits.TEXT_BYTES - snapshot.length()) + snapshot;
  }

  private static String snapshot(char c, int bytes) {
    String small = Models.snapshot(1).toJson();
    String name = String.valueOf(c).repeat((Limits.TEXT_BYTES - small.length()) / bytes);
    return small.replace("org/model", name);
  }

  private static String digits() {
    String number = "9".repeat(Limits.DIGITS);
    String numbers =
        IntStream.range(0, 3800).mapToObj(_ -> number).collect(Collectors.joining(","));
    return "{\"descriptor\":{\"dtype\":\"u8\",\"global_layer_ids\":[%s]}}".formatted(numbers);
  }

  private static String fields() {
    return IntStream.range(0, 1_000_000)
        .mapToObj("\"%d\":0"::formatted)
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String parts(int ranks) {
    return Models.placement(Models.model(1, ranks), ranks, 1, 1).toJson();
  }

  private static String longIds(String repeated) {
    return parts(4).replace("dp0-pp0-", repeated.repeat(1 << 20));
  }

  private static String wrongEdge() {
    Placement source = Models.placement(Models.model(126, 64), 64, 1, 1);
    Placement target = Models.placement(source.descriptor(), 1, 1, 1);
    String plan = Planner.plan(source, target, "dp0-pp0-tp0", null, null).toJson();
    int end = plan.indexOf("],\"expected_writer_ids\"");
    int last = plan.lastIndexOf("\"global_layer_id\":125", end);
    return plan.substring(0, last) + "\"global_layer_id\":124" + plan.substring(last + 21);
  }
}
