package io.kvreshard.agent.runtime;

import io.kvreshard.agent.memory.Handover;
import io.kvreshard.agent.stream.Token;
import io.kvreshard.posix.PidFd;
import io.kvreshard.posix.SeqPacketSocket;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One session's place at memory.sock: first a token, then the connection that presented it, at last
 * nothing. Thread-safe.
 */
final class MemorySeat {
  private static final Logger log = LoggerFactory.getLogger(MemorySeat.class);

  private final RuntimeIdentity who;
  private final Token token;
  private final Handover handover;
  private @Nullable SeqPacketSocket connection;
  private boolean ended;

  MemorySeat(RuntimeIdentity who, Token token, Handover handover) {
    this.who = who;
    this.token = token;
    this.handover = handover;
  }

  RuntimeIdentity who() {
    return who;
  }

  Token token() {
    return token;
  }

  Handover handover() {
    return handover;
  }

  /** The connection is the session's from now on; closed at once, if that has ended. */
  synchronized void take(SeqPacketSocket socket) {
    connection = socket;
    if (ended) {
      socket.close();
    } else {
      handover.connected(process(socket));
    }
  }

  private Optional<PidFd> process(SeqPacketSocket socket) {
    try {
      return Optional.of(socket.process());
    } catch (IOException e) {
      log.debug("{}: its process cannot be seen: {}", who, e.getMessage());
      return Optional.empty();
    }
  }

  /** The connection has ended. What was given stays. */
  void leave() {
    handover.disconnected();
  }

  /** The session has ended. */
  synchronized void end() {
    ended = true;
    if (connection != null) {
      connection.close();
    }
  }
}
