package io.kvreshard.bench.transfer;

import io.kvreshard.agent.runtime.ParticipantSession;
import io.kvreshard.agent.runtime.PodProof;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.agent.runtime.RuntimeListener;
import io.kvreshard.agent.runtime.RuntimeServer;
import io.kvreshard.agent.runtime.RuntimeSettings;
import io.kvreshard.tracing.Tracing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The agent's server for the source's engine, with the settings of an agent. */
final class Sessions implements RuntimeListener, AutoCloseable {
  static final String POD = "pod";
  static final String INSTANCE = "engine";

  private final RuntimeServer server;
  private final CountDownLatch joined = new CountDownLatch(1);

  private Sessions(Path directory) throws IOException {
    Files.createDirectories(podDirectory(directory));
    server =
        new RuntimeServer(
            RuntimeSettings.of(directory, "node", "incarnation"),
            PodProof.DIRECTORY,
            Tracing.off());
    server.listen(this);
  }

  /** Serves engines from now on. */
  static Sessions start(Path directory) throws IOException {
    var sessions = new Sessions(directory);
    sessions.server.start();
    return sessions;
  }

  static Path podDirectory(Path directory) {
    return directory.resolve("s").resolve(POD);
  }

  @Override
  public void joined(RuntimeIdentity who) {
    joined.countDown();
  }

  /** Waits for the engine. */
  ParticipantSession engine() throws InterruptedException {
    if (!joined.await(Wiring.patience().toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("the engine does not come");
    }
    return server.participant(INSTANCE).orElseThrow();
  }

  @Override
  public void close() {
    server.close();
  }
}
