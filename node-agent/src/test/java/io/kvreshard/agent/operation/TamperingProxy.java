package io.kvreshard.agent.operation;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;

/** Stands between a sender and a data port, and does something to the byte at a position. */
final class TamperingProxy implements AutoCloseable {
  /** What happens to the stream. */
  enum Harm {
    /** One bit is wrong. */
    FLIP,
    /** The connection breaks, as when the sender's process is killed. */
    CUT,
    /** Nothing passes any more, as when a peer hangs. */
    FREEZE
  }

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final CountDownLatch never = new CountDownLatch(1);
  private final int to;
  private final Harm harm;
  private final long at;

  TamperingProxy(int to, Harm harm, long at) throws IOException {
    this.to = to;
    this.harm = harm;
    this.at = at;
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
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
      Thread back =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      there.getInputStream().transferTo(from.getOutputStream());
                    } catch (IOException e) {
                      return;
                    }
                  });
      if (pump(from.getInputStream(), there.getOutputStream())) {
        there.shutdownOutput();
        back.join();
      }
    } catch (IOException e) {
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** False if the connection is to break. */
  private boolean pump(InputStream in, OutputStream out) throws IOException, InterruptedException {
    byte[] buffer = new byte[8192];
    long passed = 0;
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      if (at >= passed && at < passed + n) {
        switch (harm) {
          case FLIP -> buffer[(int) (at - passed)] ^= 1;
          case CUT -> {
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
