package io.kvreshard.cli.test;

import java.time.Duration;
import java.util.List;

/** What fails a part although no test of it failed. */
sealed interface Problem {
  /** What is wrong and what to do, without a final newline; may be several lines. */
  String text();

  /** It does not compile: no other part could say more than that again. */
  record NotBuilt(List<String> errors) implements Problem {
    @Override
    public String text() {
      return lines("it does not build", errors);
    }
  }

  /** A tool ended before its tests could, for example because a test's process died. */
  record Broken(String what, List<String> errors) implements Problem {
    @Override
    public String text() {
      return lines(what + " broke off", errors);
    }
  }

  /** A check that is no test found something. */
  record Violated(String what, List<String> errors) implements Problem {
    @Override
    public String text() {
      return lines(what + " failed", errors);
    }
  }

  /** Stopped, because it took longer than it may. */
  record OverBudget(String what, Duration budget) implements Problem {
    @Override
    public String text() {
      return "%s did not end within the budget of %s and was stopped; its threads are in the log"
          .formatted(what, Durations.text(budget));
    }
  }

  /** A part that tests nothing says nothing. */
  record NoTests(String what) implements Problem {
    @Override
    public String text() {
      return what + " ran no test";
    }
  }

  /** A skipped test that {@link SkipList} does not know. */
  record UnexplainedSkip(TestId test, String reason) implements Problem {
    @Override
    public String text() {
      return "%s was skipped (%s): make it run, or add it to %s with the reason"
          .formatted(test, reason.isEmpty() ? "no reason given" : reason, SkipList.FILE);
    }
  }

  private static String lines(String first, List<String> others) {
    return others.isEmpty() ? first : first + "\n  " + String.join("\n  ", others);
  }
}
