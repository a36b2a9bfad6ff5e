package io.kvreshard.sim;

import io.kvreshard.sim.engine.MemoryKind;
import io.kvreshard.sim.engine.Trouble;
import io.kvreshard.sim.engine.Worker;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.sim.model.Shard;
import io.kvreshard.tracing.Tracing;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sim-engine worker}. */
@Command(
    name = "worker",
    description = "A rank of the engine: owns tensors.",
    mixinStandardHelpOptions = true)
final class WorkerCommand implements Callable<Integer> {
  private static final String ALL = "all";

  @Mixin EngineOptions engine = new EngineOptions();

  @Option(
      names = "--rank",
      required = true,
      split = ",",
      description = "dp0-pp0-tp0; several, or 'all', share one process.")
  List<String> ranks = List.of();

  @Option(
      names = "--memory",
      defaultValue = "SHARED",
      description =
          "shared: a file that the agent maps; memfd: a sealed memfd that it maps; process: private memory that it reads (sources only); assisted: private memory, the engine moves rows. ${DEFAULT-VALUE}")
  MemoryKind memory = MemoryKind.SHARED;

  @ArgGroup(multiplicity = "1")
  At at = new At();

  /** Where the coordinator is. */
  static final class At {
    @Option(names = "--coordinator", required = true, description = "host:port")
    @Nullable String address;

    @Option(
        names = "--coordinator-file",
        required = true,
        description = "File that holds host:port, perhaps only later.")
    @Nullable Path file;
  }

  @Option(
      names = "--trouble",
      split = ",",
      converter = Converters.OfTrouble.class,
      description = "What to do wrong: overlapping-tensors, overhanging-tensor")
  Set<Trouble> troubles = Set.of();

  @Override
  public Integer call() throws Exception {
    EngineConfig config = engine.config();
    List<Shard> shards =
        ranks.contains(ALL) ? config.shards() : ranks.stream().map(config::shard).toList();
    Tracing tracing = Lifetime.tracing(config.name() + "/" + String.join(",", ranks));
    for (Shard shard : shards) {
      Lifetime.closeAtExit(
          new Worker(
              config, shard, engine.pod(), memory, coordinator(), Set.copyOf(troubles), tracing));
    }
    return Lifetime.untilKilled();
  }

  private Supplier<Optional<InetSocketAddress>> coordinator() {
    Path file = at.file;
    if (file != null) {
      return () -> read(file);
    }
    InetSocketAddress address = Converters.address(String.valueOf(at.address));
    return () -> Optional.of(address);
  }

  private static Optional<InetSocketAddress> read(Path file) {
    try {
      return Optional.of(Converters.address(Files.readString(file).trim()));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
