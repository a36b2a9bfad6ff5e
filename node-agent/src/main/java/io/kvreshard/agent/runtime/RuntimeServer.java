package io.kvreshard.agent.runtime;

import io.kvreshard.agent.runtime.PodEndpoint.Threads;
import io.kvreshard.tracing.Tracing;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the runtime protocol in every pod's directory under the run directory, and knows all
 * sessions. Directories may come and go while it runs.
 */
public final class RuntimeServer implements Runtimes, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RuntimeServer.class);
  private static final int IO_THREADS = 2;

  private final SessionHost host;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("runtime-timer").factory());
  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          IO_THREADS,
          Thread.ofPlatform().daemon().name("runtime-io-", 0).factory(),
          NioIoHandler.newFactory());
  private final Map<String, PodEndpoint> endpoints = new HashMap<>();
  private final PodDirectories directories;
  private boolean closed;

  /** Serves nobody yet: register listeners, then {@link #start}. */
  public RuntimeServer(RuntimeSettings settings, PodProof proof, Tracing tracing) {
    host =
        new SessionHost(
            settings, proof, new Members<>(settings.maxSessions()), new Listeners(), tracing);
    directories = new PodDirectories(settings.pods(), settings.workshop(), this::serve);
  }

  /**
   * Makes the sockets of all pods that are there, and from now on of those that come.
   *
   * @throws IOException if the run directory cannot be read or made
   */
  public void start() throws IOException {
    Files.createDirectories(host.settings().pods());
    host.settings().workshop().open();
    directories.start();
  }

  private synchronized void serve(Set<PodDirectory> present) {
    Iterator<Map.Entry<String, PodEndpoint>> old = endpoints.entrySet().iterator();
    while (old.hasNext()) {
      Map.Entry<String, PodEndpoint> endpoint = old.next();
      if (!endpoint.getValue().inPlace()
          || present.stream().noneMatch(d -> d.podUid().equals(endpoint.getKey()))) {
        old.remove();
        close(endpoint.getKey(), endpoint.getValue());
      }
    }
    for (PodDirectory directory : present) {
      if (!endpoints.containsKey(directory.podUid()) && !closed) {
        open(directory);
      }
    }
  }

  private void open(PodDirectory directory) {
    try {
      endpoints.put(
          directory.podUid(),
          PodEndpoint.open(host, directory, new Threads(loops, executor, timer)));
      log.info("Serving pod {} at {}", directory.podUid(), directory.socket());
    } catch (IOException e) {
      log.error("Cannot serve pod {}: {}", directory.podUid(), e.getMessage());
    }
  }

  private static void close(String podUid, PodEndpoint endpoint) {
    try {
      endpoint.close();
      log.info("No longer serving pod {}", podUid);
    } catch (IOException e) {
      log.warn("Pod {}: {}", podUid, e.getMessage());
    }
  }

  @Override
  public Optional<CoordinatorSession> coordinator(EngineGroup group) {
    return host.members()
        .first(who -> who.coordinates() && who.group().equals(group))
        .map(found -> found.session().coordinator(found.who()));
  }

  @Override
  public Optional<ParticipantSession> participant(String instanceId) {
    return host.members()
        .first(who -> who.participates() && who.instanceId().equals(instanceId))
        .map(found -> found.session().participant(found.who()));
  }

  @Override
  public List<RuntimeIdentity> all() {
    return host.members().all();
  }

  @Override
  public AutoCloseable listen(RuntimeListener listener) {
    return host.listeners().add(listener);
  }

  /** Ends all sessions and removes the sockets. */
  @Override
  public void close() {
    directories.close();
    host.members().close();
    synchronized (this) {
      closed = true;
      endpoints.forEach(RuntimeServer::close);
      endpoints.clear();
    }
    executor.shutdown();
    timer.shutdownNow();
    loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(3, TimeUnit.SECONDS);
  }
}
