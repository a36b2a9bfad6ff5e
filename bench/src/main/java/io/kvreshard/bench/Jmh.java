package io.kvreshard.bench;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs one benchmark in a JVM of its own: some time to warm up, then some in which each call is
 * timed.
 *
 * @param warmup seconds
 * @param measured seconds
 */
public record Jmh(int warmup, int measured) {
  /** A heap that does not grow while it is measured; JMH needs the last one. */
  private static final String[] FLAGS = {
    "-Xms2g", "-Xmx2g", "--sun-misc-unsafe-memory-access=allow"
  };

  /** A parameter of a benchmark. */
  public record Parameter(String name, String value) {}

  /**
   * Measures a method of a benchmark class.
   *
   * @throws IllegalStateException if the benchmark failed
   */
  public Measurement run(Class<?> type, String method, Parameter... parameters) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(type.getName() + "." + method) + "$")
            .mode(Mode.SampleTime)
            .timeUnit(TimeUnit.NANOSECONDS)
            .forks(1)
            .jvmArgs(FLAGS)
            .warmupIterations(warmup)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(measured)
            .measurementTime(TimeValue.seconds(1))
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    for (Parameter parameter : parameters) {
      options = options.param(parameter.name(), parameter.value());
    }
    try {
      return measurement(new Runner(options.build()).runSingle());
    } catch (RunnerException e) {
      throw new IllegalStateException(
          "benchmark %s.%s: %s".formatted(type.getSimpleName(), method, e.getMessage()), e);
    }
  }

  private static Measurement measurement(RunResult result) {
    return new Measurement(
        result.getPrimaryResult().getStatistics().getPercentile(50),
        Objects.requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm")).getScore());
  }
}
