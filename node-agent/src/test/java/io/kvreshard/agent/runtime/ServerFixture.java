package io.kvreshard.agent.runtime;

import io.grpc.Status;
import io.grpc.StatusException;
import io.kvreshard.proto.runtime.v1.Hello;
import io.kvreshard.proto.runtime.v1.SnapshotOffer;
import io.kvreshard.tracing.Tracing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.UnaryOperator;

/**
 * A session server on a temporary run directory with one pod, and a listener that notes all it
 * hears.
 */
final class ServerFixture implements RuntimeListener, AutoCloseable {
  static final String POD = "pod-a";

  final Path run;
  final RuntimeServer server;
  final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

  /** What the listener waits for when it hears of an offer called "slow". */
  final CountDownLatch patience = new CountDownLatch(1);

  private final List<TestEngine> engines = new ArrayList<>();

  ServerFixture(Path run) throws Exception {
    this(run, Tracing.off());
  }

  ServerFixture(Path run, Tracing tracing) throws Exception {
    this.run = run;
    addPod(POD);
    server =
        new RuntimeServer(
            RuntimeSettings.of(run, "node-1", "incarnation-1").withKeepAlive(Duration.ofSeconds(1)),
            this::prove,
            tracing);
    server.listen(this);
    server.start();
  }

  Path addPod(String uid) throws Exception {
    return Files.createDirectories(run.resolve("s").resolve(uid));
  }

  /** The folder comes as a whole: it may be served as soon as it is there. */
  Path addPodWithStaleSocket(String uid) throws Exception {
    Path prepared = Files.createDirectories(run.resolve("prepared-" + uid));
    Files.writeString(prepared.resolve("runtime.sock"), "stale");
    return Files.move(prepared, run.resolve("s").resolve(uid));
  }

  Path socket(String uid) {
    return run.resolve("s").resolve(uid).resolve("runtime.sock");
  }

  /** Another engine process of the pod; it says Hello. */
  TestEngine engine(UnaryOperator<Hello.Builder> but) {
    TestEngine engine = silentEngine();
    return engine.greet(POD, but);
  }

  TestEngine silentEngine() {
    TestEngine engine = new TestEngine(socket(POD));
    engines.add(engine);
    return engine;
  }

  /** Another pod's namespace is a lie. */
  private void prove(RuntimeIdentity who) throws StatusException {
    if (!who.group().namespace().equals("models")) {
      throw Status.PERMISSION_DENIED.withDescription("Hello.pod_namespace: a lie").asException();
    }
  }

  @Override
  public void joined(RuntimeIdentity who) {
    heard.add("joined " + who.instanceId());
  }

  @Override
  public void left(RuntimeIdentity who, String reason) {
    heard.add("left " + who.instanceId());
  }

  @Override
  public Optional<String> offered(RuntimeIdentity who, SnapshotOffer offer)
      throws InterruptedException {
    heard.add("offered " + offer.getName());
    if (offer.getName().equals("slow")) {
      patience.await();
    }
    return offer.getName().equals("bad") ? Optional.of("it is bad") : Optional.empty();
  }

  @Override
  public void withdrawn(RuntimeIdentity who, String snapshotName) {
    heard.add("withdrawn " + snapshotName);
  }

  @Override
  public void capacity(RuntimeIdentity who, long freeTokens) {
    heard.add("capacity " + freeTokens);
  }

  @Override
  public void close() {
    for (TestEngine engine : engines) {
      engine.close();
    }
    server.close();
  }
}
