package io.kvreshard.posix;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A connection of packets between processes of one machine: each is received in one piece, and may
 * bring a descriptor. Thread-safe.
 */
public final class SeqPacketSocket implements Pollable, AutoCloseable {
  static final int SOCK_NONBLOCK = 0x800;
  static final int SOCK_CLOEXEC = 0x80000;
  private static final int SOCK_SEQPACKET = 5;
  private static final int SOL_SOCKET = 1;
  private static final int SO_PEERCRED = 17;
  private static final int SO_SNDTIMEO = 21;
  private static final int SHUT_RDWR = 2;
  private static final int MSG_DONTWAIT = 0x40;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int MSG_CMSG_CLOEXEC = 0x40000000;

  private final Descriptor descriptor;

  SeqPacketSocket(Descriptor descriptor) {
    this.descriptor = descriptor;
  }

  static Descriptor socket(int flags) throws IOException {
    return new Descriptor(
        CLibrary.socket(UnixAddress.AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | flags));
  }

  /**
   * Connects.
   *
   * @param limit how long to wait for a place in the server's backlog; at least a millisecond
   * @throws SocketTimeoutException if there was none in time
   */
  public static SeqPacketSocket connect(Path path, Duration limit) throws IOException {
    Descriptor descriptor = socket(0);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = UnixAddress.of(path, arena);
      // The deadline of connect, too; zero would be none.
      MemorySegment timeval = arena.allocate(JAVA_LONG, 2);
      timeval.setAtIndex(JAVA_LONG, 0, limit.toSeconds());
      timeval.setAtIndex(JAVA_LONG, 1, Math.max(1_000, limit.toNanosPart() / 1_000));
      return descriptor.use(
          number -> {
            CLibrary.setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, timeval);
            CLibrary.connect(number, address);
            return new SeqPacketSocket(descriptor);
          });
    } catch (IOException e) {
      descriptor.close();
      if (e instanceof PosixException failure && failure.errno() == PosixException.EAGAIN) {
        throw timeout(limit, e);
      }
      throw e;
    }
  }

  /**
   * Sends a packet.
   *
   * @param bytes at least one
   * @throws SocketTimeoutException if the other end does not receive in time
   */
  public void send(byte[] bytes, Duration limit) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      send(Message.of(arena, bytes), limit);
    }
  }

  /** Sends a packet with a descriptor of the same file; this one stays the caller's. */
  public void send(byte[] bytes, Descriptor passed, Duration limit) throws IOException {
    int number = passed.enter();
    try (Arena arena = Arena.ofConfined()) {
      send(Message.of(arena, bytes, number), limit);
    } finally {
      passed.exit();
    }
  }

  /** For tests of what the other end does with it. */
  void send(Message message, Duration limit) throws IOException {
    whenReady(
        this,
        Poll.POLLOUT,
        limit,
        number -> CLibrary.sendmsg(number, message.header(), MSG_DONTWAIT | MSG_NOSIGNAL));
  }

  /**
   * Receives a packet.
   *
   * @param maxBytes a longer one is an error, and lost
   * @throws SocketTimeoutException if none came in time
   * @throws EOFException if the other end is gone, or sent an empty packet, which looks the same
   * @throws IOException also if the packet brings more than one descriptor; all are closed
   */
  public Packet receive(int maxBytes, Duration limit) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      Message message = Message.empty(arena, maxBytes);
      int received =
          whenReady(
              this,
              Poll.POLLIN,
              limit,
              number ->
                  CLibrary.recvmsg(number, message.header(), MSG_DONTWAIT | MSG_CMSG_CLOEXEC));
      List<Descriptor> passed = message.descriptors();
      try {
        check(message, received, maxBytes, passed);
      } catch (IOException e) {
        passed.forEach(Descriptor::close);
        throw e;
      }
      return new Packet(message.bytes(received), passed.isEmpty() ? null : passed.getFirst());
    }
  }

  private static void check(Message message, int received, int maxBytes, List<Descriptor> passed)
      throws IOException {
    if (message.controlTruncated() || passed.size() > 1) {
      throw new IOException(
          "a packet brings more than one descriptor, or this process has no room for it");
    }
    if (message.bytesTruncated()) {
      throw new IOException("a packet is longer than %d bytes".formatted(maxBytes));
    }
    if (received == 0) {
      throw new EOFException("the other end has closed the connection");
    }
  }

  /** Who the other end is. */
  public Credentials peer() throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment ucred = arena.allocate(JAVA_INT, 3);
      return descriptor.use(
          number -> {
            CLibrary.getsockopt(number, SOL_SOCKET, SO_PEERCRED, ucred);
            return new Credentials(
                ucred.getAtIndex(JAVA_INT, 0),
                ucred.getAtIndex(JAVA_INT, 1),
                ucred.getAtIndex(JAVA_INT, 2));
          });
    }
  }

  /**
   * The process that connected.
   *
   * @throws IOException if it has ended, or this process cannot see it: it is not in its pid
   *     namespace
   */
  public PidFd process() throws IOException {
    PidFd process = PidFd.open(peer().pid());
    // Who has ended has hung up: the number is not a successor's.
    if (!Poll.ready(List.of(this), Poll.POLLRDHUP, Duration.ZERO).isEmpty()) {
      process.close();
      throw new EOFException("the process has ended");
    }
    return process;
  }

  @Override
  public Descriptor descriptor() {
    return descriptor;
  }

  /** Also ends the wait of those who send and receive. */
  @Override
  public void close() {
    hangUp(descriptor);
  }

  static void hangUp(Descriptor descriptor) {
    try {
      descriptor.use(
          number -> {
            CLibrary.shutdown(number, SHUT_RDWR);
            return number;
          });
    } catch (IOException e) {
      // The other end was faster, or it is closed already.
    }
    descriptor.close();
  }

  /** Tries, and waits whenever the call would have to wait, until the limit has passed. */
  static int whenReady(Pollable socket, short events, Duration limit, Descriptor.Use<Integer> call)
      throws IOException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      try {
        return socket.descriptor().use(call);
      } catch (PosixException e) {
        if (e.errno() != PosixException.EAGAIN && e.errno() != PosixException.EINTR) {
          throw e;
        }
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          throw timeout(limit, e);
        }
        Poll.ready(List.of(socket), events, Duration.ofNanos(left));
      }
    }
  }

  private static SocketTimeoutException timeout(Duration limit, IOException cause) {
    var timeout = new SocketTimeoutException("not within %d ms".formatted(limit.toMillis()));
    timeout.initCause(cause);
    return timeout;
  }
}
