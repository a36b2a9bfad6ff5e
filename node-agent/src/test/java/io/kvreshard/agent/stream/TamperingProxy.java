package io.kvreshard.agent.stream;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;

/** Stands between a sender and a data port, and does something to the byte at a position. */
public final class TamperingProxy implements AutoCloseable {
  /** What happens to the stream. */
  public enum Harm {
    /** One bit is wrong. */
    FLIP,
    /** The connection breaks, as when the sender's process is killed. */
    CUT,
    /** Nothing passes any more, as when a peer hangs. */
    FREEZE
  }

  /** The way on which the byte goes. */
  public enum Way {
    TO_RECEIVER,
    TO_SENDER
  }

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final CountDownLatch never = new CountDownLatch(1);
  private final int to;
  private final Harm harm;
  private final Way way;
  private final long at;
  private final int bit;

  /** Does it to what the sender sends; of a byte that is flipped, to its lowest bit. */
  public TamperingProxy(int to, Harm harm, long at) throws IOException {
    this(to, harm, Way.TO_RECEIVER, at, 0);
  }

  /**
   * Listens on a port of its own.
   *
   * @param to port of the receiver
   * @param at position of the byte, from 0; nothing happens if so many do not come
   * @param bit of that byte, from 0
   */
  TamperingProxy(int to, Harm harm, Way way, long at, int bit) throws IOException {
    this.to = to;
    this.harm = harm;
    this.way = way;
    this.at = at;
    this.bit = bit;
    Thread.ofVirtual().start(this::accept);
  }

  /** Where senders connect to. */
  public int port() {
    return server.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket from = server.accept();
        Thread.ofVirtual().start(() -> connect(from));
      }
    } catch (IOException e) {
      return;
    }
  }

  private void connect(Socket from) {
    try (from;
        Socket there = new Socket(InetAddress.getLoopbackAddress(), to)) {
      Thread back = Thread.ofVirtual().start(() -> pass(Way.TO_SENDER, there, from));
      pass(Way.TO_RECEIVER, from, there);
      back.join();
    } catch (IOException e) {
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void pass(Way here, Socket from, Socket there) {
    try {
      if (pump(here, from.getInputStream(), there.getOutputStream())) {
        there.shutdownOutput();
        return;
      }
    } catch (IOException e) {
      // Whoever is left hears of the end.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    close(from);
    close(there);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      return;
    }
  }

  /** False if the connection is to break. */
  private boolean pump(Way here, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    byte[] buffer = new byte[8192];
    long passed = 0;
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      if (here == way && at >= passed && at < passed + n) {
        int before = (int) (at - passed);
        switch (harm) {
          case FLIP -> buffer[before] ^= (byte) (1 << bit);
          case CUT -> {
            out.write(buffer, 0, before);
            return false;
          }
          case FREEZE -> never.await();
        }
      }
      out.write(buffer, 0, n);
      out.flush();
      passed += n;
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    server.close();
    never.countDown();
  }
}
