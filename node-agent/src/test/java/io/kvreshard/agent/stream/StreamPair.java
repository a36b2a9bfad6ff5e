package io.kvreshard.agent.stream;

import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.failure.FailedException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Both ends of data connections on loopback, with plain arrays as memory. */
final class StreamPair implements AutoCloseable {
  static final int ROW = 16;
  static final int CHUNK = 256;
  static final int BYTES = 10 * CHUNK + 3 * ROW;

  final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  final Staging staging = new Staging(8 * CHUNK, CHUNK);
  final Progress sent = new Progress(NanoClock.system());
  final Progress received = new Progress(NanoClock.system());
  final DataServer server;
  final byte[] source = new byte[BYTES];
  final byte[] target = new byte[BYTES];
  Duration stallLimit = Duration.ofSeconds(20);

  StreamPair() throws IOException {
    server =
        DataServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), NanoClock.system(), timer);
    for (int i = 0; i < BYTES; i++) {
      source[i] = (byte) (i * 31 + i / 256);
    }
  }

  StreamParameters parameters() {
    return new StreamParameters(
        BYTES, CHUNK, (from, limit) -> (from + limit) / ROW * ROW, stallLimit, timer);
  }

  SocketChannel connect() throws IOException {
    return SocketChannel.open(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
  }

  void gather(long offset, MemorySegment slot) {
    slot.copyFrom(MemorySegment.ofArray(source).asSlice(offset, slot.byteSize()));
  }

  void scatter(long offset, MemorySegment slot) {
    MemorySegment.ofArray(target).asSlice(offset, slot.byteSize()).copyFrom(slot);
  }

  /** A receiver waits for the connection; the future fails with its failure. */
  CompletableFuture<Void> receive(DataServer.Expected expected, ChunkSink sink) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try (Staging.Lease lease = staging.lease(2, Duration.ofSeconds(5))) {
                SocketChannel channel = expected.await(Duration.ofSeconds(20));
                StreamReceiver.receive("w→n", channel, parameters(), sink, lease, received);
                done.complete(null);
              } catch (Exception e) {
                done.completeExceptionally(e);
              }
            });
    return done;
  }

  void send(Token token, ChunkSource from) throws Exception {
    send(token, from, new RateLimit(null, NanoClock.system()));
  }

  void send(Token token, ChunkSource from, RateLimit limit)
      throws IOException, FailedException, InterruptedException {
    try (Staging.Lease lease = staging.lease(3, Duration.ofSeconds(5))) {
      StreamSender.send("w→n", connect(), token, parameters(), from, lease, limit, sent);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    timer.shutdownNow();
  }
}
