package io.kvreshard.agent.stream;

import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.share.Claim;
import io.kvreshard.agent.share.Toll;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Both ends of data connections on loopback, with plain arrays as memory. */
final class StreamPair implements AutoCloseable {
  static final Duration PATIENT = Duration.ofSeconds(20);
  static final Claim CLAIM = Claim.usual("n");
  static final int ROW = 16;
  static final int CHUNK = 256;
  static final int BYTES = 10 * CHUNK + 3 * ROW;

  final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  final Progress node = new Progress(NanoClock.system());
  final Staging staging = new Staging(8 * CHUNK, CHUNK, node);
  final Progress sent = new Progress(NanoClock.system());
  final Progress received = new Progress(NanoClock.system());
  final DataServer server;

  /** Where senders connect to: the server's, if nothing stands between. */
  int port;

  final byte[] source = new byte[BYTES];
  final byte[] target = new byte[BYTES];
  final List<FailedException> blamed = new CopyOnWriteArrayList<>();

  /** Of the sender. */
  Toll toll = Toll.FREE;

  final CountedTraffic traffic = new CountedTraffic();

  StreamPair() throws IOException {
    server =
        DataServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), NanoClock.system(), timer);
    port = server.port();
    for (int i = 0; i < BYTES; i++) {
      source[i] = (byte) (i * 31 + i / 256);
    }
  }

  /** What both ends agreed on, and one end's patience. */
  StreamParameters parameters(Duration stallLimit) {
    return parameters(stallLimit, Toll.FREE);
  }

  private StreamParameters parameters(Duration stallLimit, Toll paid) {
    return new StreamParameters(
        BYTES,
        CHUNK,
        (from, limit) -> (from + limit) / ROW * ROW,
        stallLimit,
        timer,
        blamed::add,
        traffic,
        paid);
  }

  SocketChannel connect() throws IOException {
    return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  void gather(long offset, MemorySegment slot) {
    slot.copyFrom(MemorySegment.ofArray(source).asSlice(offset, slot.byteSize()));
  }

  void scatter(long offset, MemorySegment slot) {
    MemorySegment.ofArray(target).asSlice(offset, slot.byteSize()).copyFrom(slot);
  }

  /** A receiver waits for the connection; the future fails with its failure. */
  CompletableFuture<Void> receive(DataServer.Expected expected, ChunkSink sink) {
    return receive(expected, sink, PATIENT);
  }

  CompletableFuture<Void> receive(
      DataServer.Expected expected, ChunkSink sink, Duration stallLimit) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                SocketChannel channel = expected.await(PATIENT);
                StreamReceiver.receive(
                    "w→n", channel, parameters(stallLimit), sink, staging, CLAIM, received);
                done.complete(null);
              } catch (Exception e) {
                done.completeExceptionally(e);
              }
            });
    return done;
  }

  void send(Token token, ChunkSource from) throws Exception {
    send(token, from, PATIENT);
  }

  void send(Token token, ChunkSource from, Duration stallLimit)
      throws IOException, FailedException, InterruptedException {
    try (Staging outgoing = new Staging(3 * CHUNK, CHUNK, node);
        Staging.Lease lease = outgoing.lease(3, CLAIM, PATIENT)) {
      StreamSender.send("w→n", connect(), token, parameters(stallLimit, toll), from, lease, sent);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    timer.shutdownNow();
  }
}
