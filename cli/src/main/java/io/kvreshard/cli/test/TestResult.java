package io.kvreshard.cli.test;

/** What became of one test. */
sealed interface TestResult {
  TestId id();

  /** It did what it promises. */
  record Passed(TestId id) implements TestResult {}

  /** An assertion did not hold. */
  record Failed(TestId id, String message) implements TestResult {}

  /** It ended in an exception of another kind, or could not start. */
  record Errored(TestId id, String message) implements TestResult {}

  /** It did not run; {@code reason} is what the test says, possibly empty. */
  record Skipped(TestId id, String reason) implements TestResult {}
}
