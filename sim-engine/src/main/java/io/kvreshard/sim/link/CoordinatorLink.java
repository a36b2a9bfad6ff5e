package io.kvreshard.sim.link;

import io.kvreshard.failpoint.Failpoints;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A worker's side of the engine's own network. It comes back by itself when it is lost. */
public final class CoordinatorLink implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(CoordinatorLink.class);
  private static final int RETRY_MILLIS = 300;

  private final Supplier<Optional<InetSocketAddress>> address;
  private final String participant;
  private final String configDigest;
  private final Listener listener;
  private final Thread thread;
  private @Nullable Wire wire;
  private boolean closed;

  /** What a worker hears of its coordinator. */
  public interface Listener {
    /** The engine's epoch, now or from now on. */
    void epoch(long epoch);

    /**
     * Does something; the coordinator waits.
     *
     * @return why not
     */
    Optional<String> called(Command command);

    /** The coordinator is gone, and the epoch with it. */
    void orphaned();
  }

  /**
   * @param address where the coordinator is, if that is known by now
   */
  public CoordinatorLink(
      Supplier<Optional<InetSocketAddress>> address,
      String participant,
      String configDigest,
      Listener listener) {
    this.address = address;
    this.participant = participant;
    this.configDigest = configDigest;
    this.listener = listener;
    this.thread = Thread.ofVirtual().name("coordinator-link-" + participant).unstarted(this::run);
  }

  public void start() {
    thread.start();
    Thread.ofVirtual().name("coordinator-ping-" + participant).start(this::ping);
  }

  private void run() {
    try {
      while (!isClosed()) {
        Optional<InetSocketAddress> known = address.get();
        if (known.isPresent()) {
          follow(known.get());
        }
        Thread.sleep(RETRY_MILLIS);
      }
    } catch (InterruptedException e) {
      log.debug("{} no longer follows its coordinator", participant);
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private void follow(InetSocketAddress at) {
    boolean joined = false;
    try (Socket socket = new Socket()) {
      // A name is looked up anew: the coordinator's pod may have moved.
      socket.connect(new InetSocketAddress(at.getHostString(), at.getPort()), Wire.SILENCE_MILLIS);
      Wire connected = new Wire(socket);
      synchronized (this) {
        wire = connected;
      }
      connected.write("JOIN", participant, configDigest);
      while (true) {
        String[] words = connected.read(3);
        joined = true;
        hear(connected, words);
      }
    } catch (IOException e) {
      log.info("{}: no coordinator at {}: {}", participant, at, e.getMessage());
    } finally {
      synchronized (this) {
        wire = null;
      }
      if (joined) {
        listener.orphaned();
      }
    }
  }

  private void hear(Wire from, String[] words) throws IOException {
    switch (words[0]) {
      case "EPOCH" -> listener.epoch(Long.parseUnsignedLong(words[1]));
      case "CALL" -> {
        Command command = Command.valueOf(words[2]);
        Failpoints.before(LinkSteps.of(command), IOException::new);
        Optional<String> failure = listener.called(command);
        Failpoints.after(LinkSteps.of(command), IOException::new);
        if (failure.isPresent()) {
          from.write("FAIL", words[1], failure.get());
        } else {
          from.write("DONE", words[1]);
        }
      }
      default -> throw new IOException(String.join(" ", words));
    }
  }

  /** The worker has a session in this epoch. */
  public void ready(long epoch) {
    tell("READY", Long.toUnsignedString(epoch));
  }

  /** The agent does not want this epoch any more. */
  public void lost(long epoch) {
    tell("LOST", Long.toUnsignedString(epoch));
  }

  private void ping() {
    try {
      while (!isClosed()) {
        Thread.sleep(Wire.PING_MILLIS);
        tell(Wire.PING);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell(String... words) {
    Wire to;
    synchronized (this) {
      to = wire;
    }
    if (to == null) {
      return;
    }
    try {
      to.write(words);
    } catch (IOException e) {
      to.close();
    }
  }

  @Override
  public void close() {
    Wire open;
    synchronized (this) {
      closed = true;
      open = wire;
    }
    thread.interrupt();
    if (open != null) {
      open.close();
    }
  }
}
