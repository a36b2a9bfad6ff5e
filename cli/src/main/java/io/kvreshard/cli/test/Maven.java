package io.kvreshard.cli.test;

import io.kvreshard.cli.test.BoundedProcess.Exit;
import io.kvreshard.cli.test.Suite.Bench;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** One run of the build over all modules, in which failing tests do not end it. */
final class Maven {
  private static final List<String> COMMAND =
      List.of(
          "./mvnw",
          "--batch-mode",
          "--no-transfer-progress",
          "-Dstyle.color=never",
          "-Dmaven.test.failure.ignore");

  private final Bench bench;
  private final Path log;
  private long logged;

  Maven(Bench bench) {
    this.bench = bench;
    this.log = bench.tree().log(bench.part().label());
  }

  Exit run(List<String> arguments, Duration limit) throws IOException, InterruptedException {
    logged = Files.exists(log) ? Files.size(log) : 0;
    var command = Stream.concat(COMMAND.stream(), arguments.stream()).toList();
    var progress = new ModuleProgress(bench.part().label(), bench.console(), System::nanoTime);
    return new BoundedProcess(bench.tree().root(), command, bench.environment(), log)
        .run(limit, progress);
  }

  /** Every line that the last run wrote. */
  List<String> output() throws IOException {
    try (var channel = Files.newByteChannel(log).position(logged);
        var in = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8))) {
      return in.lines().toList();
    }
  }
}
