package io.kvreshard.core.hostile;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.LogicalPlan;
import io.kvreshard.core.contract.Models;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.plan.Planner;

/** Texts of about a wanted length, and who reads them. */
enum HostileText {
  ARRAYS_IN_ARRAYS,
  OBJECTS_IN_OBJECTS,
  ONE_NUMBER,
  NUMBERS_OF_4300_DIGITS,
  WHITE_SPACE,
  UNKNOWN_FIELDS,
  ONE_FIELD_AGAIN_AND_AGAIN,
  LONG_NAME,
  LONG_NAME_TO_ESCAPE,
  LONG_PARTICIPANT_IDS,
  EMPTY_PARTS,
  PARTS_OF_ONE_FIELD,
  STRINGS_TO_ESCAPE,
  SHORT_NAMES,
  RIGHT_PARTS,
  PARTS_AT_THE_WORK_LIMIT,
  LAYERS,
  MANY_HEADS,
  LONG_VECTORS,
  RIGHT_PLAN,
  RIGHT_PLAN_OTHERWISE_WRITTEN,
  PLAN_WITH_ITS_LAST_EDGE_WRONG,
  PLAN_THAT_STATES_ONE_OF_MANY_EDGES;

  /** Of one part of a one-layer model. */
  private static final int PART_CHARS = 600;

  private static final int EDGE_CHARS = 240;

  String ofLength(int length) {
    return switch (this) {
      case ARRAYS_IN_ARRAYS -> "[".repeat(length);
      case OBJECTS_IN_OBJECTS -> "{\"a\":".repeat(length / 5);
      case ONE_NUMBER -> "{\"edges\":[{\"head_dim\":%s}]}".formatted("9".repeat(length));
      case NUMBERS_OF_4300_DIGITS -> repeated("9".repeat(Limits.DIGITS), length);
      case WHITE_SPACE -> " ".repeat(length) + Models.snapshot(1).toJson();
      case UNKNOWN_FIELDS -> fields(length / 10);
      case ONE_FIELD_AGAIN_AND_AGAIN -> "{" + "\"parts\":0,".repeat(length / 10) + "}";
      case LONG_NAME -> named("n".repeat(length));
      case LONG_NAME_TO_ESCAPE -> named("\u00e9".repeat(length));
      case LONG_PARTICIPANT_IDS -> parts(4).replace("s-p0-", "s".repeat(length / 8));
      case EMPTY_PARTS -> "{\"parts\":[" + "{},".repeat(length / 3) + "{}]}";
      case PARTS_OF_ONE_FIELD -> "{\"parts\":[" + "{\"a\":0},".repeat(length / 8) + "0]}";
      case STRINGS_TO_ESCAPE -> "{\"parts\":[" + "\"\u00e9\",".repeat(length / 4) + "0]}";
      case SHORT_NAMES ->
          "{\"parts\":[" + shortNames().repeat(length / shortNames().length()) + "0]}";
      case RIGHT_PARTS, PARTS_AT_THE_WORK_LIMIT -> parts(length / PART_CHARS);
      case LAYERS -> repeated("18446744073709551615", length);
      case MANY_HEADS -> manyHeads().toJson();
      case LONG_VECTORS -> longVectors(1L << 40).toJson();
      case RIGHT_PLAN -> plan(length / EDGE_CHARS);
      case RIGHT_PLAN_OTHERWISE_WRITTEN -> " " + plan(length / EDGE_CHARS);
      case PLAN_WITH_ITS_LAST_EDGE_WRONG -> wrong(plan(length / EDGE_CHARS));
      case PLAN_THAT_STATES_ONE_OF_MANY_EDGES -> cut(plan(length / EDGE_CHARS));
    };
  }

  /** Reads the text by all rules; true if it is accepted. */
  boolean accepts(String text) {
    try {
      Object document =
          switch (this) {
            case WHITE_SPACE, LONG_NAME, LONG_NAME_TO_ESCAPE -> Snapshot.fromJson(text);
            case ONE_NUMBER,
                RIGHT_PLAN,
                RIGHT_PLAN_OTHERWISE_WRITTEN,
                PLAN_WITH_ITS_LAST_EDGE_WRONG,
                PLAN_THAT_STATES_ONE_OF_MANY_EDGES ->
                LogicalPlan.fromJson(text);
            case PARTS_AT_THE_WORK_LIMIT -> Placement.fromJson(text, Limits.COMPATIBLE);
            default -> Placement.fromJson(text);
          };
      return document != null;
    } catch (RejectedException e) {
      return false;
    }
  }

  private static String repeated(String number, int length) {
    String numbers = (number + ",").repeat(length / (number.length() + 1));
    return "{\"descriptor\":{\"global_layer_ids\":[%s0]}}".formatted(numbers);
  }

  private static String fields(int count) {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < count; i++) {
      text.append('"').append(i).append("\":0,");
    }
    return text.append("\"\":0}").toString();
  }

  /** An object of as many names of two characters as are compared by hash. */
  private static String shortNames() {
    StringBuilder text = new StringBuilder("{");
    for (char first = 'a'; first <= 'z'; first++) {
      for (char second = 'a'; second <= 'z'; second++) {
        text.append('"').append(first).append(second).append("\":0,");
      }
    }
    return text.append("\"\":0},").toString();
  }

  private static String named(String name) {
    return Models.snapshot(1).toJson().replace("org/model", name);
  }

  private static String parts(int count) {
    return Models.tensorParallel("s", Models.model(1, count), count).toJson();
  }

  /** One part of 2^40 heads. */
  static Placement manyHeads() {
    return Models.tensorParallel("s", Models.model(1, 1L << 40), 1);
  }

  /** One part of vectors of 2^63 bytes. */
  static Placement longVectors(long heads) {
    return Models.tensorParallel(
        "s", new Descriptor(LayerSet.of(0), "u8", 1, 16, heads, 1L << 63, 1L << 63), 1);
  }

  private static String plan(int edges) {
    int heads = Math.max(1, edges / 2);
    Placement source = Models.tensorParallel("s", Models.model(1, heads), heads);
    Placement target = Models.tensorParallel("t", source.descriptor(), 1);
    return Planner.plan(source, target, "t-p0-t0", null, null).toJson();
  }

  private static String wrong(String plan) {
    int last = plan.lastIndexOf("\"head_count\":1,", plan.indexOf("expected_writer_ids"));
    return plan.substring(0, last) + "\"head_count\":2," + plan.substring(last + 15);
  }

  private static String cut(String plan) {
    int second = plan.indexOf(",{");
    return plan.substring(0, second) + plan.substring(plan.indexOf("],\"expected"));
  }
}
