package io.kvreshard.agent.runtime;

import io.kvreshard.agent.concurrent.Seldom;
import io.kvreshard.posix.Poll;
import io.kvreshard.posix.Pollable;
import io.kvreshard.posix.SeqPacketServer;
import io.kvreshard.posix.SeqPacketSocket;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves one pod's memory.sock (runtime.proto) on a thread of its own, which waits for all
 * connections at once and for none alone.
 */
final class MemoryDesk implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(MemoryDesk.class);

  /** Connections without a token; others wait to be accepted. */
  static final int MAX_STRANGERS = 16;

  private static final int BACKLOG = 16;
  private static final int MAX_GIVEN = 4096;
  private static final Duration IDLE = Duration.ofMinutes(1);

  /** Without a descriptor to spare nobody is accepted for so long. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Path path;
  private final SeqPacketServer server;
  private final Duration tokenLimit;
  private final MemorySeats seats = new MemorySeats(MAX_GIVEN);
  private final Map<SeqPacketSocket, MemoryGuest> guests = new HashMap<>();
  private final Seldom silent = Seldom.tenAMinute();
  private final Seldom unable = Seldom.tenAMinute();
  private final Seldom wrong = Seldom.tenAMinute();
  private long pausedUntil = System.nanoTime();
  private volatile boolean closed;

  private MemoryDesk(Path path, SeqPacketServer server, Duration tokenLimit) {
    this.path = path;
    this.server = server;
    this.tokenLimit = tokenLimit;
  }

  /**
   * Makes the socket, in the place of whatever lies there.
   *
   * @param tokenLimit within which a connection says its token
   */
  static MemoryDesk open(PodDirectory directory, Duration tokenLimit) throws IOException {
    Path path = directory.memorySocket();
    Path made = directory.workshop().fresh();
    SeqPacketServer server = SeqPacketServer.bind(made, BACKLOG);
    MemoryDesk desk = new MemoryDesk(path, server, tokenLimit);
    try {
      directory.workshop().put(made, path);
    } catch (IOException e) {
      server.close();
      throw e;
    }
    Thread.ofPlatform().daemon().name("memory-" + directory.podUid()).start(desk::serve);
    return desk;
  }

  MemorySeats seats() {
    return seats;
  }

  private void serve() {
    try {
      while (!closed) {
        for (Pollable ready : Poll.readable(waitingFor(), patience())) {
          switch (ready) {
            case SeqPacketServer _ -> accept();
            case SeqPacketSocket socket -> hear(socket);
          }
        }
        dropSilent();
      }
    } catch (IOException | RuntimeException e) {
      // The next look at the pods' directories makes another one.
      log.error("No longer serving {}: {}", path, e.getMessage(), e);
    } finally {
      closed = true;
      server.close();
      List.copyOf(guests.values()).forEach(this::drop);
    }
  }

  /** Whether processes can still reach it. */
  boolean inPlace() {
    return !closed && Files.exists(path);
  }

  private void dropSilent() {
    long now = System.nanoTime();
    guests.values().stream()
        .filter(g -> g.stranger() && g.deadlineNanos() - now <= 0)
        .toList()
        .forEach(
            g -> {
              silent.say(
                  more ->
                      log.warn(
                          "Closed a connection at {}: it said no token in time ({} more)",
                          path,
                          more));
              drop(g);
            });
  }

  private List<Pollable> waitingFor() {
    List<Pollable> all = new ArrayList<>(guests.keySet());
    long strangers = guests.values().stream().filter(MemoryGuest::stranger).count();
    if (strangers < MAX_STRANGERS && pausedUntil - System.nanoTime() <= 0) {
      all.add(server);
    }
    return all;
  }

  /** Until a stranger's time is over, or the pause. */
  private Duration patience() {
    long now = System.nanoTime();
    long pause = pausedUntil - now;
    long limit = pause > 0 ? pause : IDLE.toNanos();
    for (MemoryGuest guest : guests.values()) {
      if (guest.stranger()) {
        limit = Math.min(limit, guest.deadlineNanos() - now);
      }
    }
    return Duration.ofNanos(limit);
  }

  private void accept() {
    try {
      SeqPacketSocket socket = server.accept(Duration.ZERO);
      long deadline = System.nanoTime() + tokenLimit.toNanos();
      guests.put(socket, new MemoryGuest(socket, seats, deadline));
    } catch (SocketTimeoutException e) {
      log.debug("Who connected to {} is gone", path);
    } catch (IOException e) {
      if (!closed) {
        unable.say(
            more -> log.warn("Cannot accept at {}: {} ({} more)", path, e.getMessage(), more));
        pausedUntil = System.nanoTime() + PAUSE.toNanos();
      }
    }
  }

  private void hear(SeqPacketSocket socket) {
    MemoryGuest guest = guests.get(socket);
    if (guest == null) {
      return;
    }
    try {
      guest.hear();
    } catch (EOFException | ClosedChannelException e) {
      log.debug("The connection of {} at {} has ended", guest, path);
      drop(guest);
    } catch (IOException e) {
      wrong.say(
          more ->
              log.warn(
                  "Closed the connection of {} at {}: {} ({} more)",
                  guest,
                  path,
                  e.getMessage(),
                  more));
      drop(guest);
    } catch (RuntimeException e) {
      wrong.say(more -> log.error("A packet of {} at {} failed ({} more)", guest, path, more, e));
      drop(guest);
    }
  }

  private void drop(MemoryGuest guest) {
    guest.close();
    guests.values().remove(guest);
  }

  /** Ends all connections. What was given stays its session's. */
  @Override
  public void close() throws IOException {
    closed = true;
    server.close();
    Files.deleteIfExists(path);
  }
}
