package io.kvreshard.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.agent.concurrent.NanoClock;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a probe of a data port finds. */
final class DataProbeTest {
  private static final Duration PATIENT = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final InetSocketAddress ANY =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final byte[] HTTP =
      "HTTP/1.1 400 Bad Request\r\n".getBytes(StandardCharsets.US_ASCII);

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final Token token = Token.random(new SecureRandom());

  @AfterEach
  void close() {
    timer.shutdownNow();
  }

  private static InetSocketAddress local(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private static ServerSocket silent(int backlog) throws IOException {
    return new ServerSocket(0, backlog, InetAddress.getLoopbackAddress());
  }

  @Test
  void anAgentAnswersAToken() throws Exception {
    try (DataServer server = DataServer.start(ANY, NanoClock.system(), timer)) {
      Token good = server.expectProbe(PATIENT);
      DataProbe.ask(local(server.port()), good, PATIENT);
      assertThatThrownBy(() -> DataProbe.ask(local(server.port()), good, PATIENT))
          .as("a token is good once")
          .isInstanceOf(EOFException.class);
    }
  }

  @Test
  void anAgentAnswersNobodyElse() throws Exception {
    try (DataServer server = DataServer.start(ANY, NanoClock.system(), timer)) {
      assertThatThrownBy(() -> DataProbe.ask(local(server.port()), token, PATIENT))
          .isInstanceOf(EOFException.class)
          .hasMessageContaining("closed without an answer");
    }
  }

  @Test
  void aPortIsClosed() throws Exception {
    int port;
    try (ServerSocket gone = silent(1)) {
      port = gone.getLocalPort();
    }
    assertThatThrownBy(() -> DataProbe.ask(local(port), token, PATIENT))
        .isInstanceOf(ConnectException.class);
  }

  /** As behind a firewall that drops packets: nobody says no. */
  @Test
  void packetsAreLost() throws Exception {
    List<Socket> others = new ArrayList<>();
    try (ServerSocket full = silent(1)) {
      assertThatThrownBy(
              () -> {
                while (others.size() < 16) {
                  DataProbeTest.fill(full, others);
                }
              })
          .isInstanceOf(SocketTimeoutException.class);
      assertThatThrownBy(() -> DataProbe.ask(local(full.getLocalPort()), token, SHORT))
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessageContaining("onnect timed out");
    } finally {
      for (Socket socket : others) {
        socket.close();
      }
    }
  }

  private static void fill(ServerSocket server, List<Socket> others) throws IOException {
    Socket socket = new Socket();
    others.add(socket);
    socket.connect(server.getLocalSocketAddress(), (int) SHORT.toMillis());
  }

  @Test
  void somebodyAcceptsAndSaysNothing() throws Exception {
    try (ServerSocket silent = silent(8)) {
      assertThatThrownBy(() -> DataProbe.ask(local(silent.getLocalPort()), token, SHORT))
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessageContaining("Read timed out");
    }
  }

  @Test
  void somebodyAnswersSomethingElse() throws Exception {
    try (ServerSocket other = silent(8)) {
      Thread.ofVirtual()
          .start(
              () -> {
                try (Socket socket = other.accept()) {
                  socket.getOutputStream().write(HTTP);
                  assertThat(socket.getInputStream().readNBytes(Frame.PREFACE_BYTES)).isNotEmpty();
                } catch (IOException e) {
                  return;
                }
              });
      assertThatThrownBy(() -> DataProbe.ask(local(other.getLocalPort()), token, PATIENT))
          .hasMessage("a frame of kind 72 answered");
    }
  }
}
