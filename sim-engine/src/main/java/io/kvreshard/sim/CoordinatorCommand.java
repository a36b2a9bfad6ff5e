package io.kvreshard.sim;

import io.kvreshard.sim.engine.Coordinator;
import io.kvreshard.sim.engine.Trouble;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.tracing.Tracing;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sim-engine coordinator}. */
@Command(
    name = "coordinator",
    description = "The engine's scheduler process: knows pages, offers the snapshot.",
    mixinStandardHelpOptions = true)
final class CoordinatorCommand implements Callable<Integer> {
  @Mixin EngineOptions engine = new EngineOptions();

  @Option(
      names = "--listen",
      defaultValue = "127.0.0.1:0",
      description = "host:port where workers join; port 0: any free one. ${DEFAULT-VALUE}")
  String listen = "";

  @Option(
      names = "--address-file",
      description = "Write host:port there, for workers' --coordinator-file.")
  @Nullable Path addressFile;

  @Option(
      names = "--trouble",
      split = ",",
      converter = Converters.OfTrouble.class,
      description =
          "What to do wrong: refuse-pin, refuse-bind, fail-bind-once, refuse-validate, version-1, wrong-contents, missing-token")
  Set<Trouble> troubles = Set.of();

  @Override
  public Integer call() throws Exception {
    InetSocketAddress address = Converters.address(listen);
    var resolved = new InetSocketAddress(address.getHostString(), address.getPort());
    EngineConfig config = engine.config();
    Tracing tracing = Lifetime.tracing(config.name() + "/coordinator");
    Coordinator coordinator =
        new Coordinator(config, engine.pod(), resolved, Set.copyOf(troubles), tracing);
    Lifetime.closeAtExit(coordinator);
    if (addressFile != null) {
      Path temporary = addressFile.resolveSibling(addressFile.getFileName() + ".new");
      Files.writeString(temporary, address.getHostString() + ":" + coordinator.port());
      Files.move(temporary, addressFile, StandardCopyOption.ATOMIC_MOVE);
    }
    return Lifetime.untilKilled();
  }
}
