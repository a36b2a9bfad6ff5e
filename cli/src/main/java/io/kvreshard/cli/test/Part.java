package io.kvreshard.cli.test;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What {@code kvreshard test} can run, in this order; its name, in small letters, selects it. */
enum Part {
  /** Compiles with every linter as an error; which module may know which; format. */
  STATIC(6, Preparation.NONE),
  /** {@code *Test}: no other process, no network. */
  UNIT(8, Preparation.NONE),
  /** {@code *IT}: processes on this machine, a real API server, a real browser. */
  INTEGRATION(10, Preparation.INTEGRATION),
  /** {@code *ClusterIT}: a real cluster of two nodes. */
  CLUSTER(8, Preparation.CLUSTER),
  /** {@code FailpointsIT}: the system as processes of this machine, made to fail here and there. */
  FAILPOINTS(6, Preparation.NONE),
  /**
   * A million random inputs, every point at which a process can fail, ten times the random signals,
   * and mutations of the code itself: only if it is named.
   */
  NIGHTLY(480, Preparation.NONE);

  /** What is left of the part is for the build and the last case. */
  private static final Duration FAILPOINTS_BEGIN = Duration.ofSeconds(260);

  private final Duration budget;
  private final Preparation preparation;

  Part(int budgetMinutes, Preparation preparation) {
    this.budget = Duration.ofMinutes(budgetMinutes);
    this.preparation = preparation;
  }

  /** What runs if nothing is named. */
  static Set<Part> everyday() {
    return EnumSet.complementOf(EnumSet.of(NIGHTLY));
  }

  PartPlan plan() {
    return new PartPlan(name().toLowerCase(Locale.ROOT), budget, preparation.steps(), suites());
  }

  /**
   * Every Maven run ends in the same phase, so that none of them finds the last one's work stale.
   */
  private List<Suite> suites() {
    return switch (this) {
      case STATIC ->
          List.of(
              new MavenSuite(
                  "the build",
                  List.of("verify", "-Dskip.unit", "-Dskip.integration"),
                  "architecture-reports"),
              new MavenCheck(
                  "the format check (./mvnw spotless:apply repairs it)",
                  List.of("spotless:check", "--fail-at-end")));
      case UNIT ->
          List.of(
              new MavenSuite(
                  "the run of the unit tests",
                  List.of("verify", "-Dskip.architecture", "-Dskip.integration"),
                  "surefire-reports"));
      case INTEGRATION ->
          List.of(
              new MavenSuite(
                  "the run of the integration tests",
                  List.of("verify", "-Dskip.architecture", "-Dskip.unit"),
                  "failsafe-reports"));
      case CLUSTER ->
          List.of(
              new MavenSuite(
                  "the run of the cluster tests",
                  List.of(
                      "verify",
                      "-Dskip.architecture",
                      "-Dskip.unit",
                      "-Dskip.integration",
                      "-Dskip.cluster=false"),
                  "cluster-reports"));
      case FAILPOINTS ->
          List.of(
              SeededSuite.failpoints(seed(SeededSuite.EVERYDAY), Optional.of(FAILPOINTS_BEGIN)));
      case NIGHTLY ->
          List.of(
              SeededSuite.properties(seed(SeededSuite.fresh())),
              SeededSuite.failpoints(seed(SeededSuite.fresh()), Optional.empty()),
              new MavenCheck(
                  "mutation testing (core/target/pit-reports/index.html)",
                  List.of(
                      "test-compile",
                      "org.pitest:pitest-maven:mutationCoverage",
                      "-Pmutation",
                      "--projects=core")));
    };
  }

  private static String seed(String otherwise) {
    return SeededSuite.seed(System.getenv(), otherwise);
  }
}
