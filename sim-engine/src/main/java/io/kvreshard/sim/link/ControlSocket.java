package io.kvreshard.sim.link;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A socket in the pod's directory by which anybody in the pod can ask a process: a question in, one
 * line of JSON out.
 */
public final class ControlSocket implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ControlSocket.class);
  private static final String PREFIX = "sim-";
  private static final String SUFFIX = ".sock";
  private static final char WELL = '+';
  private static final char ILL = '-';
  private static final int MAX_BYTES = 4096;

  private final Path path;
  private final ServerSocketChannel server;
  private final Function<Question, Answer> answers;

  /** What can be asked. */
  public enum Question {
    /** Is the process in business? */
    STATUS,
    /** Is every byte right? */
    VERIFY,
    /** Begin anew, as after a restart of all processes. */
    RENEW
  }

  /**
   * What a process says.
   *
   * @param well whether all is as it should be
   * @param json one line; empty: nothing to say
   */
  public record Answer(boolean well, String json) {}

  /**
   * Answers questions.
   *
   * @param process unique in the directory
   */
  public ControlSocket(Path directory, String process, Function<Question, Answer> answers)
      throws IOException {
    this.path = directory.resolve(PREFIX + process + SUFFIX);
    this.answers = answers;
    Files.deleteIfExists(path);
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(path));
    Thread.ofPlatform().daemon().name("control-" + process).start(this::serve);
  }

  private void serve() {
    while (server.isOpen()) {
      try (SocketChannel asker = server.accept()) {
        Answer answer = answers.apply(Question.valueOf(read(asker)));
        write(asker, (answer.well() ? WELL : ILL) + answer.json());
      } catch (IOException | IllegalArgumentException e) {
        log.debug("No answer at {}: {}", path, e.getMessage());
      }
    }
  }

  /** The sockets of all processes that serve, or have served, in this directory. */
  public static List<Path> in(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(p -> p.getFileName().toString().startsWith(PREFIX))
          .filter(p -> p.getFileName().toString().endsWith(SUFFIX))
          .sorted()
          .toList();
    }
  }

  /** The name of the process that serves a socket. */
  public static String process(Path socket) {
    String name = String.valueOf(socket.getFileName());
    return name.substring(PREFIX.length(), name.length() - SUFFIX.length());
  }

  /** Asks a process. */
  public static Answer ask(Path socket, Question question) throws IOException {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      write(channel, question.name());
      String line = read(channel);
      if (line.isEmpty()) {
        throw new IOException("no answer");
      }
      return new Answer(line.charAt(0) == WELL, line.substring(1));
    }
  }

  private static String read(SocketChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(MAX_BYTES);
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
      if (buffer.position() > 0 && buffer.get(buffer.position() - 1) == '\n') {
        break;
      }
    }
    return StandardCharsets.UTF_8.decode(buffer.flip()).toString().trim();
  }

  private static void write(SocketChannel channel, String line) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    Files.deleteIfExists(path);
  }
}
