package io.kvreshard.bench.control;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * One direction of a relayed connection: what comes is passed on in its order, each piece after the
 * same delay. Two threads do it, one for each end, until either throws or the sender has ended.
 */
final class OneWay {
  private static final int PIECE = 16 * 1024;

  /** Pieces under way at most; then the sender waits. */
  private static final int WINDOW = 64;

  private final Socket from;
  private final Socket to;
  private final Duration delay;
  private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>(WINDOW);
  private final Semaphore room = new Semaphore(WINDOW);

  /**
   * Something under way.
   *
   * @param due when it is to arrive, in {@link System#nanoTime()}
   */
  private record Piece(long due, Arrival arrival) {}

  private interface Arrival {
    void happen() throws IOException;
  }

  OneWay(Socket from, Socket to, Duration delay) {
    this.from = from;
    this.to = to;
    this.delay = delay;
  }

  /** Takes what comes until its end. */
  void receive() throws IOException, InterruptedException {
    var in = from.getInputStream();
    var out = to.getOutputStream();
    var buffer = new byte[PIECE];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      var bytes = Arrays.copyOf(buffer, n);
      send(() -> out.write(bytes));
    }
    send(to::shutdownOutput);
  }

  private void send(Arrival arrival) throws InterruptedException {
    long due = System.nanoTime() + delay.toNanos();
    room.acquire();
    pieces.add(new Piece(due, arrival));
  }

  /** Passes it on when it is due, until its end. */
  void deliver() throws IOException, InterruptedException {
    while (!to.isOutputShutdown()) {
      var piece = pieces.take();
      await(piece.due());
      piece.arrival().happen();
      room.release();
    }
  }

  private static void await(long due) throws InterruptedException {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(left);
    }
  }
}
