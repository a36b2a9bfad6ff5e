package io.kvreshard.sim.link;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The coordinator's side of the engine's own network. Workers join over TCP; the loss of one, or of
 * its session with its agent, ends the group's epoch: a new one is drawn and told to all.
 */
public final class WorkerHub implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(WorkerHub.class);

  private final ServerSocket server;
  private final Set<String> participants;
  private final String configDigest;
  private final Listener listener;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, WorkerPeer> peers = new HashMap<>();
  private long epoch = random.nextLong();
  private long lastCall;

  /** What the coordinator hears of its workers. */
  public interface Listener {
    /** A new epoch: nothing of the old one is left. */
    void epochBegan(long epoch);

    /** All workers have sessions in this epoch. */
    void allReady(long epoch);
  }

  /**
   * Listens; {@link #start} accepts.
   *
   * @param address looked up here
   * @param participants all workers of the engine
   * @param configDigest equal for all processes of the engine
   */
  public WorkerHub(
      InetSocketAddress address, Set<String> participants, String configDigest, Listener listener)
      throws IOException {
    this.server = new ServerSocket();
    server.bind(
        new InetSocketAddress(address.getHostString(), address.getPort()), participants.size() + 8);
    this.participants = participants;
    this.configDigest = configDigest;
    this.listener = listener;
  }

  public int port() {
    return server.getLocalPort();
  }

  public void start() {
    Thread.ofVirtual().name("hub").start(this::accept);
    Thread.ofVirtual().name("hub-ping").start(this::ping);
  }

  public synchronized long epoch() {
    return epoch;
  }

  public synchronized boolean ready() {
    return peers.size() == participants.size() && peers.values().stream().allMatch(p -> p.ready);
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        Thread.ofVirtual().name("hub-" + socket.getPort()).start(() -> serve(socket));
      }
    } catch (IOException e) {
      log.debug("No longer accepting workers: {}", e.getMessage());
    }
  }

  private void ping() {
    try {
      while (!server.isClosed()) {
        Thread.sleep(Wire.PING_MILLIS);
        for (WorkerPeer peer : snapshot()) {
          tell(peer, Wire.PING);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized List<WorkerPeer> snapshot() {
    return new ArrayList<>(peers.values());
  }

  private static void tell(WorkerPeer peer, String... words) {
    try {
      peer.wire.write(words);
    } catch (IOException e) {
      peer.wire.close();
    }
  }

  private void serve(Socket socket) {
    try (Wire wire = new Wire(socket)) {
      String[] join = wire.read(3);
      Optional<String> refusal = refusal(join);
      if (refusal.isPresent()) {
        log.warn("Refused a worker: {}", refusal.get());
        wire.write("BYE", refusal.get());
        return;
      }
      WorkerPeer peer = new WorkerPeer(join[1], wire);
      synchronized (this) {
        WorkerPeer old = peers.put(peer.participant, peer);
        if (old != null) {
          old.wire.close();
        }
        wire.write("EPOCH", Long.toUnsignedString(epoch));
      }
      log.info("{} joined", peer.participant);
      try {
        while (true) {
          hear(peer, wire.read(3));
        }
      } finally {
        lost(peer);
      }
    } catch (IOException e) {
      log.info("A worker's connection ended: {}", e.getMessage());
    }
  }

  private Optional<String> refusal(String[] join) {
    if (join.length != 3 || !join[0].equals("JOIN")) {
      return Optional.of("JOIN <participant> <configuration> is needed");
    }
    if (!participants.contains(join[1])) {
      return Optional.of("this engine has no rank " + join[1]);
    }
    if (!join[2].equals(configDigest)) {
      return Optional.of(join[1] + " was started with other options than its coordinator");
    }
    return Optional.empty();
  }

  private void hear(WorkerPeer peer, String[] words) {
    switch (words[0]) {
      case "READY" -> ready(peer, Long.parseUnsignedLong(words[1]));
      case "LOST" -> end(Long.parseUnsignedLong(words[1]), peer.participant + " lost its session");
      case "DONE" -> peer.answered(Long.parseLong(words[1]), Optional.empty());
      case "FAIL" -> peer.answered(Long.parseLong(words[1]), Optional.of(words[2]));
      default -> log.warn("{} says {}", peer.participant, words[0]);
    }
  }

  private void ready(WorkerPeer peer, long of) {
    synchronized (this) {
      peer.ready = of == epoch;
      if (!ready()) {
        return;
      }
    }
    listener.allReady(of);
  }

  private void lost(WorkerPeer peer) {
    long of;
    synchronized (this) {
      if (!peers.remove(peer.participant, peer)) {
        return;
      }
      of = epoch;
    }
    peer.gone();
    end(of, peer.participant + " is gone");
  }

  /** Ends an epoch, unless it has ended already. */
  public void end(long of, String reason) {
    long begun;
    synchronized (this) {
      if (of != epoch) {
        return;
      }
      epoch = random.nextLong();
      begun = epoch;
      for (WorkerPeer peer : peers.values()) {
        peer.ready = false;
        peer.forget("the epoch ended");
        tell(peer, "EPOCH", Long.toUnsignedString(begun));
      }
    }
    log.warn("The epoch ended: {}; the new one is {}", reason, Long.toUnsignedString(begun));
    listener.epochBegan(begun);
  }

  /**
   * Has all workers do something.
   *
   * @return what the first one said who could not
   */
  public Optional<String> call(Command command, Duration limit) throws InterruptedException {
    List<CompletableFuture<Optional<String>>> answers = new ArrayList<>();
    synchronized (this) {
      if (peers.size() < participants.size()) {
        return Optional.of("the engine has lost workers");
      }
      long id = ++lastCall;
      for (WorkerPeer peer : peers.values()) {
        answers.add(peer.asked(id));
        tell(peer, "CALL", Long.toString(id), command.name());
      }
    }
    long deadline = System.nanoTime() + limit.toNanos();
    for (CompletableFuture<Optional<String>> answer : answers) {
      try {
        Optional<String> failure =
            answer.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        if (failure.isPresent()) {
          return failure;
        }
      } catch (TimeoutException e) {
        return Optional.of("a worker did not answer in time");
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      log.debug("Closing the hub: {}", e.getMessage());
    }
    snapshot().forEach(p -> p.wire.close());
  }
}
