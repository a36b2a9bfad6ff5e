package io.kvreshard.cli.test;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tests that draw what they try.
 *
 * @param seed what everything is drawn from: the same again with {@value #SEED_VARIABLE}
 */
record SeededSuite(MavenSuite tests, String seed) implements Suite {
  static final String SEED_VARIABLE = "KVRESHARD_SEED";

  /** Of what runs every day: two runs of one state walk the same cases. */
  static final String EVERYDAY = "1";

  private static final int INPUTS = 1_000_000;
  private static final int PROPERTIES = 6;

  /** Random SIGKILLs where all cases are walked; otherwise as many as the tests say. */
  private static final int KILLS = 200;

  /** The property tests of {@code core}, with a million inputs. */
  static SeededSuite properties(String seed) {
    return new SeededSuite(
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

  /**
   * The walk over all points at which a process can fail, and signals at random moments.
   *
   * @param limit no case begins after this time; empty: all are walked
   */
  static SeededSuite failpoints(String seed, Optional<Duration> limit) {
    var arguments =
        new ArrayList<>(
            List.of(
                "verify",
                "-Dskip.architecture",
                "-Dskip.unit",
                "-Dskip.integration",
                "-Dskip.failpoints=false",
                "-Dfailpoints.seed=" + seed));
    arguments.addAll(
        limit
            .map(it -> List.of("-Dfailpoints.seconds=" + it.toSeconds()))
            .orElse(
                List.of("-Dfailpoints.kills=" + KILLS, "-Dfailpoints.more=**/*NightlyIT.java")));
    return new SeededSuite(
        new MavenSuite("the walk over failpoints", arguments, "failpoint-reports"), seed);
  }

  /** That of the environment, else the other one. */
  static String seed(Map<String, String> environment, String otherwise) {
    return environment.getOrDefault(SEED_VARIABLE, otherwise);
  }

  /** One that nothing was drawn from yet. */
  static String fresh() {
    return Long.toString(Instant.now().getEpochSecond());
  }

  @Override
  public Report run(Bench bench, Duration limit) throws IOException, InterruptedException {
    bench.console().line("%-12s %s=%s".formatted(bench.part().label(), SEED_VARIABLE, seed));
    return tests.run(bench, limit);
  }
}
