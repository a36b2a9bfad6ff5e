package io.kvreshard.bench.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DistanceTest {
  private static final Duration MOMENT = Duration.ofMillis(1);
  private static final Duration AGES = Duration.ofHours(1);
  private static final int PATIENCE = 30_000;

  @AutoClose private ServerSocket server;

  /** Two sockets, one at each end of a relay. */
  private record Ends(Distance distance, Socket near, Socket far) implements AutoCloseable {
    private Duration roundTrip() throws IOException {
      long began = System.nanoTime();
      near.getOutputStream().write('a');
      assertThat(far.getInputStream().read()).isEqualTo('a');
      far.getOutputStream().write('b');
      assertThat(near.getInputStream().read()).isEqualTo('b');
      return Duration.ofNanos(System.nanoTime() - began);
    }

    @Override
    public void close() throws IOException {
      near.close();
      far.close();
      distance.close();
    }
  }

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    server.setSoTimeout(PATIENCE);
  }

  private URI address() {
    var host = server.getInetAddress().getHostAddress();
    return URI.create("tcp://%s:%d".formatted(host, server.getLocalPort()));
  }

  private Ends connect(Duration oneWay) throws IOException {
    return connect(Distance.from(address(), oneWay));
  }

  private Ends connect(Distance distance) throws IOException {
    var near = dial(distance);
    var far = server.accept();
    far.setSoTimeout(PATIENCE);
    return new Ends(distance, near, far);
  }

  private static Socket dial(Distance distance) throws IOException {
    var socket = new Socket(distance.address().getHost(), distance.address().getPort());
    socket.setSoTimeout(PATIENCE);
    return socket;
  }

  @Test
  void bytesArriveWholeAndInOrderAndDoNotWaitForThoseBefore() throws Exception {
    int pieces = 200;
    var there = new byte[pieces * 16 * 1024];
    var back = new byte[there.length];
    new Random(1).nextBytes(there);
    new Random(2).nextBytes(back);
    var oneWay = Duration.ofMillis(100);
    try (var ends = connect(oneWay);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      long began = System.nanoTime();
      var _ = threads.submit(write(ends.near(), there));
      var _ = threads.submit(write(ends.far(), back));
      var atNear = threads.submit(() -> ends.near().getInputStream().readAllBytes());

      assertThat(ends.far().getInputStream().readAllBytes()).isEqualTo(there);
      assertThat(atNear.get()).isEqualTo(back);
      assertThat(Duration.ofNanos(System.nanoTime() - began))
          .isLessThan(oneWay.multipliedBy(pieces).dividedBy(2));
    }
  }

  private static Callable<Integer> write(Socket socket, byte[] bytes) {
    return () -> {
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
      return bytes.length;
    };
  }

  @Test
  void roundTripTakesTheDistanceTwice() throws Exception {
    try (var ends = connect(Duration.ofMillis(20))) {
      for (int i = 0; i < 5; i++) {
        assertThat(ends.roundTrip()).isGreaterThanOrEqualTo(Duration.ofMillis(40));
      }
    }
  }

  @Test
  void whoHasSaidAllStillHearsTheAnswer() throws Exception {
    try (var ends = connect(MOMENT)) {
      ends.near().getOutputStream().write('a');
      ends.near().shutdownOutput();
      assertThat(ends.far().getInputStream().readAllBytes()).containsExactly('a');

      ends.far().getOutputStream().write('b');
      ends.far().close();
      assertThat(ends.near().getInputStream().readAllBytes()).containsExactly('b');
    }
  }

  @Test
  void whatBreaksAtOneEndBreaksAtTheOther() throws Exception {
    try (var ends = connect(AGES)) {
      ends.near().getOutputStream().write('a');
      ends.far().getOutputStream().write('b');
      ends.near().setSoLinger(true, 0);

      ends.near().close();

      assertThat(ends.far().getInputStream().readAllBytes()).isEmpty();
    }
  }

  @Test
  void noServerNoConnection() throws Exception {
    try (var ends = connect(MOMENT)) {
      server.close();
      try (var late = dial(ends.distance())) {
        assertThat(late.getInputStream().read()).isNegative();
      }
    }
  }

  @Test
  void connectionThatCannotBeTakenNowIsTakenSoon() throws Exception {
    var failures = new AtomicInteger(2);
    var door =
        new ServerSocket(0, 50, InetAddress.getLoopbackAddress()) {
          @Override
          public Socket accept() throws IOException {
            if (failures.getAndDecrement() > 0) {
              throw new SocketException("Too many open files");
            }
            return super.accept();
          }
        };
    try (var ends = connect(new Distance(address(), MOMENT, door))) {
      assertThat(ends.roundTrip()).isPositive();
    }
  }

  @Test
  void endIsTheEndOfAllConnections() throws Exception {
    try (var ends = connect(AGES)) {
      ends.near().getOutputStream().write('a');
      var address = ends.distance().address();

      ends.distance().close();

      assertThat(ends.near().getInputStream().read()).isNegative();
      assertThat(ends.far().getInputStream().read()).isNegative();
      assertThatThrownBy(() -> new Socket(address.getHost(), address.getPort()))
          .isInstanceOf(SocketException.class);
    }
  }
}
