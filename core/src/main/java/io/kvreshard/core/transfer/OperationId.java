package io.kvreshard.core.transfer;

import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One try to move the cache groups of a job: {@code <job uid>/<attempt>/<round>} (DESIGN §5). What
 * concerns one group only adds its name: {@link #group}.
 *
 * @param jobUid uid of the KVReshardJob; letters, digits, dots, dashes and underscores, at most 253
 * @param attempt counts from 1
 * @param round counts from 0; always 0 until live moves exist
 */
public record OperationId(String jobUid, long attempt, long round) {
  private static final Pattern UID = Pattern.compile("[A-Za-z0-9._-]{1,253}");
  private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9._-]{1,253}");
  private static final Pattern TEXT =
      Pattern.compile("([^/]*)/(0|[1-9][0-9]{0,15})/(0|[1-9][0-9]{0,15})");

  public OperationId {
    if (!UID.matcher(jobUid).matches()) {
      throw rejected(
          RejectionCategory.STRING,
          "job uid %s: 1 to 253 letters, digits, '.', '-' and '_' are allowed"
              .formatted(Quoted.of(jobUid)));
    }
    if (attempt < 1 || round < 0) {
      throw rejected(
          RejectionCategory.RANGE,
          "attempt %d, round %d: attempts count from 1, rounds from 0".formatted(attempt, round));
    }
  }

  /** Reads what {@link #toString} wrote. */
  public static OperationId parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw rejected(
          RejectionCategory.STRING,
          "operation id %s: <job uid>/<attempt>/<round> is needed".formatted(Quoted.of(text)));
    }
    return new OperationId(
        matcher.group(1), Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(3)));
  }

  /** The operation id of one cache group: {@code <job uid>/<attempt>/<round>/<group>}. */
  public String group(String name) {
    if (!GROUP.matcher(name).matches()) {
      throw rejected(
          RejectionCategory.STRING,
          "group %s: 1 to 253 letters, digits, '.', '-' and '_' are allowed"
              .formatted(Quoted.of(name)));
    }
    return this + "/" + name;
  }

  @Override
  public String toString() {
    return jobUid + "/" + attempt + "/" + round;
  }

  private static RejectedException rejected(RejectionCategory category, String message) {
    return new RejectedException(category, "/operation_id", message);
  }
}
