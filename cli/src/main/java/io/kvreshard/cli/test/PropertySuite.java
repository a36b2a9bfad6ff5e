package io.kvreshard.cli.test;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The property tests of {@code core}, with a million inputs.
 *
 * @param seed what all inputs come from: the same inputs again with {@value #SEED_VARIABLE}
 */
record PropertySuite(MavenSuite tests, String seed) implements Suite {
  static final String SEED_VARIABLE = "KVRESHARD_SEED";

  private static final int INPUTS = 1_000_000;
  private static final int PROPERTIES = 6;

  /** The run with this seed. */
  static PropertySuite ofSeed(String seed) {
    return new PropertySuite(
        new MavenSuite(
            "the run of the property tests",
            List.of(
                "test",
                "--projects=core",
                "-Dtest=*PropertyTest",
                "-Dskip.architecture",
                "-Dkvreshard.tries=" + Math.ceilDiv(INPUTS, PROPERTIES),
                "-Dkvreshard.seed=" + seed),
            "surefire-reports"),
        seed);
  }

  /** A new one, unless the environment has one. */
  static String seed(Map<String, String> environment) {
    return environment.getOrDefault(SEED_VARIABLE, Long.toString(Instant.now().getEpochSecond()));
  }

  @Override
  public Report run(Bench bench, Duration limit) throws IOException, InterruptedException {
    bench.console().line("%-12s %s=%s".formatted(bench.part().label(), SEED_VARIABLE, seed));
    return tests.run(bench, limit);
  }
}
