package io.kvreshard.posix;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;

/** Listens for connections at a path. Thread-safe. */
public final class SeqPacketServer implements Pollable, AutoCloseable {
  private final Descriptor descriptor;

  private SeqPacketServer(Descriptor descriptor) {
    this.descriptor = descriptor;
  }

  /**
   * Makes the socket's file, where there must be none; removing it is the caller's.
   *
   * @param backlog how many connections wait to be accepted; others wait to be made
   */
  public static SeqPacketServer bind(Path path, int backlog) throws IOException {
    Descriptor descriptor = SeqPacketSocket.socket(SeqPacketSocket.SOCK_NONBLOCK);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = UnixAddress.of(path, arena);
      return descriptor.use(
          number -> {
            CLibrary.bind(number, address);
            CLibrary.listen(number, backlog);
            return new SeqPacketServer(descriptor);
          });
    } catch (IOException e) {
      descriptor.close();
      throw e;
    }
  }

  /**
   * The next connection.
   *
   * @throws SocketTimeoutException if none came in time
   * @throws IOException if the server is closed, or the process has no descriptors left
   */
  public SeqPacketSocket accept(Duration limit) throws IOException {
    int number =
        SeqPacketSocket.whenReady(
            this,
            Poll.POLLIN,
            limit,
            socket -> CLibrary.accept4(socket, SeqPacketSocket.SOCK_CLOEXEC));
    return new SeqPacketSocket(new Descriptor(number));
  }

  @Override
  public Descriptor descriptor() {
    return descriptor;
  }

  /** Also ends the wait of those who accept. */
  @Override
  public void close() {
    SeqPacketSocket.hangUp(descriptor);
  }
}
