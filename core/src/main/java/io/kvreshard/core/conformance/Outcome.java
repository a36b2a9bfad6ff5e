package io.kvreshard.core.conformance;

import io.kvreshard.core.RejectionCategory;
import java.util.Optional;

/** How a case ended. */
public sealed interface Outcome {
  /**
   * Verdict and every expected field are right.
   *
   * @param category of our rejection, if a rejection was right; the cases' own is advice
   */
  record Passed(Optional<RejectionCategory> category) implements Outcome {}

  /**
   * Something differs.
   *
   * @param expected what, and where it stands in the case
   * @param got ours
   */
  record Failed(String expected, String got) implements Outcome {}

  /**
   * Not judged.
   *
   * @param why a sentence
   */
  record Skipped(String why) implements Outcome {}
}
