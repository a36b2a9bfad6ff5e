package io.kvreshard.sim.link;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Lines of words between a coordinator and a worker. Both sides ping; a silent peer is dead.
 * Reading is for one thread, writing for any.
 */
final class Wire implements AutoCloseable {
  /** Longest line that is read. */
  private static final int MAX_LINE = 4096;

  /** Silence after which the peer is dead. */
  static final int SILENCE_MILLIS = 20_000;

  /** How often something is said. */
  static final int PING_MILLIS = 2_000;

  static final String PING = "PING";

  private final Socket socket;
  private final BufferedReader in;
  private final OutputStream out;

  Wire(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(SILENCE_MILLIS);
    in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    out = socket.getOutputStream();
  }

  /** The next line that is no ping, as at most {@code words} words: the last has the rest. */
  String[] read(int words) throws IOException {
    while (true) {
      String line = readLine();
      if (!line.equals(PING)) {
        return line.split(" ", words);
      }
    }
  }

  private String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the connection is closed");
      }
      if (line.length() == MAX_LINE) {
        throw new IOException("a line is longer than " + MAX_LINE + " characters");
      }
      line.append((char) c);
    }
    return line.toString();
  }

  synchronized void write(String... words) throws IOException {
    String line = String.join(" ", words).replace('\n', ' ') + "\n";
    out.write(line.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException("cannot close a socket", e);
    }
  }
}
