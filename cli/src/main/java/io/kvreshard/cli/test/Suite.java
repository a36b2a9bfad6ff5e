package io.kvreshard.cli.test;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One run of one test tool. */
interface Suite {
  /**
   * Runs it, within {@code limit}; its output goes to the part's log.
   *
   * @throws IOException if the tool cannot be started or its reports cannot be read
   */
  Report run(Bench bench, Duration limit) throws IOException, InterruptedException;

  /**
   * Where a suite runs.
   *
   * @param part what it belongs to; names its log
   * @param environment for every process
   */
  record Bench(SourceTree tree, PartPlan part, Console console, Map<String, String> environment) {}

  /** What the tests say, and what else went wrong. */
  record Report(List<TestResult> results, List<Problem> problems) {}
}
