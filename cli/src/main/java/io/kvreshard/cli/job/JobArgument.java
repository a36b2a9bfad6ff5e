package io.kvreshard.cli.job;

import io.kvreshard.cli.cluster.ClusterOptions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Which job, and where. */
final class JobArgument {
  @Mixin private ClusterOptions cluster;

  @Parameters(
      paramLabel = "JOB",
      converter = JobName.Converter.class,
      description = "job/NAME, kvjob/NAME or NAME.")
  private @Nullable JobName name;

  /** Prepares to talk about it. */
  JobAccess open() {
    return new JobAccess(cluster.open(), Objects.requireNonNull(name).value());
  }
}
