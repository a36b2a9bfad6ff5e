package io.kvreshard.e2e.failpoint;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** Connections to a data port by those who have no business there. */
final class Strangers implements Runnable {
  /** That one thread keeps open. */
  private static final int OPEN = 100;

  private static final int HALF_TOKEN = 16;
  private static final byte[] MAGIC = "KVRSHRD1".getBytes(StandardCharsets.US_ASCII);

  private enum Kind {
    /** Bytes of any kind. */
    NOISE,
    /** Nothing at all. */
    SILENCE,
    /** A beginning, and then nothing. */
    HALF,
    /** The same, byte for byte. */
    DRIP
  }

  private final InetSocketAddress address;
  private final AtomicInteger left;
  private final Random random;
  private final Deque<SocketChannel> open = new ArrayDeque<>();

  /**
   * One of several who share the connections.
   *
   * @param left how many are still to be made
   */
  Strangers(int port, AtomicInteger left, long seed) {
    this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    this.left = left;
    this.random = new Random(seed);
  }

  @Override
  public void run() {
    for (int i = left.getAndDecrement(); i > 0; i = left.getAndDecrement()) {
      try {
        connect(Kind.values()[i % Kind.values().length]);
      } catch (IOException e) {
        // The agent has closed it: that is its good right.
      }
      if (open.size() > OPEN) {
        close(open.removeFirst());
      }
    }
    open.forEach(Strangers::close);
  }

  private void connect(Kind kind) throws IOException {
    var channel = SocketChannel.open(address);
    open.addLast(channel);
    switch (kind) {
      case NOISE -> {
        var noise = new byte[1 + random.nextInt(200)];
        random.nextBytes(noise);
        channel.write(ByteBuffer.wrap(noise));
      }
      case SILENCE -> {}
      case HALF -> {
        var half = ByteBuffer.allocate(MAGIC.length + HALF_TOKEN).put(MAGIC).rewind();
        channel.write(half);
      }
      case DRIP -> {
        for (byte one : MAGIC) {
          channel.write(ByteBuffer.wrap(new byte[] {one}));
        }
      }
    }
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      return;
    }
  }
}
