package io.kvreshard.bench.plan;

import io.kvreshard.core.Limits;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.plan.Planner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Texts that are made to cost their reader time. */
public enum HostileText {
  NESTING("arrays in arrays, 100,000 deep"),
  SPACE("16 MiB of white space before a snapshot"),
  LONG_STRING("a snapshot with a name of 16 MiB"),
  ACCENTS("the same, two bytes a character"),
  DIGITS("16 MiB of numbers of 4,300 digits"),
  FIELDS("an object of a million unknown fields"),
  PARTS("a placement of 18,000 parts"),
  LONG_IDS("four parts whose ids have a mebibyte"),
  ACCENTED_IDS("the same, two bytes a character"),
  WRONG_EDGE("a plan of 16,128 edges, the last one wrong");

  private final String what;

  HostileText(String what) {
    this.what = what;
  }

  /** For people. */
  String what() {
    return what;
  }

  String text() {
    return switch (this) {
      case NESTING -> "[".repeat(100_000);
      case SPACE -> spaces();
      case LONG_STRING -> snapshot('a', 1);
      case ACCENTS -> snapshot('é', 2);
      case DIGITS -> digits();
      case FIELDS -> fields();
      case PARTS -> parts(18_000);
      case LONG_IDS -> longIds('d');
      case ACCENTED_IDS -> longIds('é');
      case WRONG_EDGE -> wrongEdge();
    };
  }

  /** Reads the text by all rules of the document that it pretends to be. */
  Object read(String hostile) {
    return switch (this) {
      case SPACE, LONG_STRING, ACCENTS -> Snapshot.fromJson(hostile);
      case NESTING, DIGITS, FIELDS, PARTS, LONG_IDS, ACCENTED_IDS -> Placement.fromJson(hostile);
      case WRONG_EDGE -> LogicalPlan.fromJson(hostile);
    };
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

  private static String longIds(char c) {
    return parts(4).replace("dp0-pp0-", String.valueOf(c).repeat(1 << 20));
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
