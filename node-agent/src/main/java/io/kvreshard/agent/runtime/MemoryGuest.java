package io.kvreshard.agent.runtime;

import io.kvreshard.agent.memory.Handover;
import io.kvreshard.agent.stream.Token;
import io.kvreshard.posix.Descriptor;
import io.kvreshard.posix.Packet;
import io.kvreshard.posix.SeqPacketSocket;
import io.kvreshard.proto.runtime.v1.Done;
import io.kvreshard.proto.runtime.v1.MemoryAnswer;
import io.kvreshard.proto.runtime.v1.MemoryRequest;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection of memory.sock. For one thread; never waits. */
final class MemoryGuest implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(MemoryGuest.class);

  static final int MAX_PACKET_BYTES = 2048;
  private static final MemoryAnswer DONE =
      MemoryAnswer.newBuilder().setDone(Done.getDefaultInstance()).build();

  private final SeqPacketSocket socket;
  private final MemorySeats seats;
  private final long deadlineNanos;
  private @Nullable MemorySeat seat;

  /**
   * @param deadlineNanos when it must have said its token
   */
  MemoryGuest(SeqPacketSocket socket, MemorySeats seats, long deadlineNanos) {
    this.socket = socket;
    this.seats = seats;
    this.deadlineNanos = deadlineNanos;
  }

  /** Whether it has said no token yet. */
  boolean stranger() {
    return seat == null;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  /**
   * Receives a packet and answers it.
   *
   * @throws IOException if the connection is over: closed, or something is against the protocol
   */
  void hear() throws IOException {
    Packet packet;
    try {
      packet = socket.receive(MAX_PACKET_BYTES, Duration.ZERO);
    } catch (SocketTimeoutException e) {
      return;
    }
    MemoryRequest request;
    try {
      request = MemoryRequest.parseFrom(packet.bytes());
      check(request, packet);
    } catch (IOException e) {
      packet.close();
      throw e;
    }
    MemorySeat known = seat;
    if (known == null) {
      present(request.getToken().toByteArray());
    } else if (request.hasTake()) {
      take(known.handover(), request.getTake().getName());
    } else {
      give(known.handover(), request.getGive().getName(), packet.descriptor().orElseThrow());
    }
  }

  private void check(MemoryRequest request, Packet packet) throws IOException {
    switch (request.getRequestCase()) {
      case TOKEN -> require(seat == null, "it has said its token already");
      case GIVE, TAKE -> require(seat != null, "its first packet must be its token");
      case REQUEST_NOT_SET -> require(false, "a packet is no MemoryRequest");
    }
    require(
        request.hasGive() == packet.descriptor().isPresent(),
        "Give, and nothing else, brings a descriptor");
  }

  private static void require(boolean holds, String otherwise) throws IOException {
    if (!holds) {
      throw new IOException(otherwise);
    }
  }

  private void present(byte[] bytes) throws IOException {
    Optional<MemorySeat> found =
        bytes.length == Token.BYTES ? seats.redeem(Token.of(bytes)) : Optional.empty();
    if (found.isEmpty()) {
      answer(refused("the token is of no session of this pod, or was used before"));
      throw new IOException("it has no token");
    }
    MemorySeat taken = found.get();
    seat = taken;
    taken.take(socket);
    log.debug("{} hands memory over, as {}", taken.who(), socket.peer());
    answer(DONE);
  }

  private void give(Handover handover, String name, Descriptor descriptor) throws IOException {
    Optional<String> refusal = refusal(name);
    if (refusal.isPresent()) {
      descriptor.close();
    } else {
      refusal = handover.give(name, descriptor);
    }
    answer(refusal.map(MemoryGuest::refused).orElse(DONE));
  }

  private Optional<String> refusal(String name) {
    if (!Names.text(name, 253)) {
      return Optional.of("Give.name: must have 1 to 253 characters");
    }
    return seats.full();
  }

  private void take(Handover handover, String name) throws IOException {
    Optional<Descriptor> offered = handover.offered(name);
    if (offered.isEmpty()) {
      answer(refused("Take.name: nothing of this name is offered to this process"));
    } else {
      socket.send(DONE.toByteArray(), offered.get(), Duration.ZERO);
    }
  }

  private void answer(MemoryAnswer answer) throws IOException {
    socket.send(answer.toByteArray(), Duration.ZERO);
  }

  private static MemoryAnswer refused(String why) {
    return MemoryAnswer.newBuilder().setRefused(why).build();
  }

  @Override
  public void close() {
    socket.close();
    if (seat != null) {
      seat.leave();
    }
  }

  @Override
  public String toString() {
    return seat == null ? "a stranger" : seat.who().toString();
  }
}
