package io.kvreshard.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * The functions of the C library. Each throws {@link PosixException} where C returns −1. Numbers
 * and structures here and in the package are those of Linux on x86-64 and arm64, which are the
 * same.
 */
@SuppressWarnings("restricted")
final class CLibrary {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));

  private static final MethodHandle SOCKET =
      function("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle BIND = function("bind", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle LISTEN = function("listen", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle CONNECT =
      function("connect", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle ACCEPT4 =
      function("accept4", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
  private static final MethodHandle SENDMSG =
      function("sendmsg", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle RECVMSG =
      function("recvmsg", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle POLL = function("poll", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
  private static final MethodHandle GETSOCKOPT =
      function("getsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
  private static final MethodHandle SETSOCKOPT =
      function("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle SHUTDOWN = function("shutdown", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle CLOSE = function("close", JAVA_INT, JAVA_INT);
  private static final MethodHandle MEMFD_CREATE =
      function("memfd_create", JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle FTRUNCATE =
      function("ftruncate", JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle FCNTL =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("fcntl"),
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT),
          Linker.Option.firstVariadicArg(2),
          Linker.Option.captureCallState("errno"));
  private static final MethodHandle SYSCALL =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("syscall"),
          FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
          Linker.Option.firstVariadicArg(1),
          Linker.Option.captureCallState("errno"));
  private static final MethodHandle PROCESS_VM_READV =
      function(
          "process_vm_readv",
          JAVA_LONG,
          JAVA_INT,
          ADDRESS,
          JAVA_LONG,
          ADDRESS,
          JAVA_LONG,
          JAVA_LONG);
  private static final MethodHandle STRERROR =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("strerror"), FunctionDescriptor.of(ADDRESS, JAVA_INT));

  /** The same on x86-64 and arm64, as all newer ones. */
  private static final long SYS_PIDFD_OPEN = 434;

  private CLibrary() {}

  private static MethodHandle function(
      String name, MemoryLayout result, MemoryLayout... arguments) {
    if (!System.getProperty("os.name").equals("Linux")
        || !List.of("amd64", "aarch64").contains(System.getProperty("os.arch"))) {
      throw new UnsupportedOperationException("Linux on x86-64 or arm64 is needed for " + name);
    }
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(result, arguments),
        Linker.Option.captureCallState("errno"));
  }

  /** A call that puts errno into the state it is given. */
  @FunctionalInterface
  private interface Call {
    long with(MemorySegment state) throws Throwable;
  }

  private static int call(String name, Call call) throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      long result = call.with(state);
      if (result < 0) {
        throw new PosixException(name, (int) ERRNO.get(state, 0L));
      }
      return Math.toIntExact(result);
    } catch (PosixException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  static int socket(int domain, int type) throws PosixException {
    return call("socket", state -> (int) SOCKET.invokeExact(state, domain, type, 0));
  }

  static void bind(int socket, MemorySegment address) throws PosixException {
    int length = (int) address.byteSize();
    call("bind", state -> (int) BIND.invokeExact(state, socket, address, length));
  }

  static void listen(int socket, int backlog) throws PosixException {
    call("listen", state -> (int) LISTEN.invokeExact(state, socket, backlog));
  }

  static void connect(int socket, MemorySegment address) throws PosixException {
    int length = (int) address.byteSize();
    call("connect", state -> (int) CONNECT.invokeExact(state, socket, address, length));
  }

  static int accept4(int socket, int flags) throws PosixException {
    MemorySegment nobody = MemorySegment.NULL;
    return call(
        "accept4", state -> (int) ACCEPT4.invokeExact(state, socket, nobody, nobody, flags));
  }

  static int sendmsg(int socket, MemorySegment message, int flags) throws PosixException {
    return call("sendmsg", state -> (long) SENDMSG.invokeExact(state, socket, message, flags));
  }

  static int recvmsg(int socket, MemorySegment message, int flags) throws PosixException {
    return call("recvmsg", state -> (long) RECVMSG.invokeExact(state, socket, message, flags));
  }

  static int poll(MemorySegment entries, long count, int timeoutMillis) throws PosixException {
    return call("poll", state -> (int) POLL.invokeExact(state, entries, count, timeoutMillis));
  }

  static void getsockopt(int socket, int level, int option, MemorySegment value)
      throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment length = arena.allocateFrom(JAVA_INT, (int) value.byteSize());
      call(
          "getsockopt",
          state -> (int) GETSOCKOPT.invokeExact(state, socket, level, option, value, length));
    }
  }

  static void setsockopt(int socket, int level, int option, MemorySegment value)
      throws PosixException {
    int length = (int) value.byteSize();
    call(
        "setsockopt",
        state -> (int) SETSOCKOPT.invokeExact(state, socket, level, option, value, length));
  }

  static void shutdown(int socket, int how) throws PosixException {
    call("shutdown", state -> (int) SHUTDOWN.invokeExact(state, socket, how));
  }

  static void close(int descriptor) throws PosixException {
    call("close", state -> (int) CLOSE.invokeExact(state, descriptor));
  }

  static int memfdCreate(String name, int flags) throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocateFrom(name);
      return call("memfd_create", state -> (int) MEMFD_CREATE.invokeExact(state, text, flags));
    }
  }

  static void ftruncate(int descriptor, long bytes) throws PosixException {
    call("ftruncate", state -> (int) FTRUNCATE.invokeExact(state, descriptor, bytes));
  }

  static int fcntl(int descriptor, int command, int argument) throws PosixException {
    return call("fcntl", state -> (int) FCNTL.invokeExact(state, descriptor, command, argument));
  }

  static int pidfdOpen(int pid) throws PosixException {
    return call(
        "pidfd_open", state -> (long) SYSCALL.invokeExact(state, SYS_PIDFD_OPEN, (long) pid, 0L));
  }

  /** Memory for errno, for {@link #processVmReadv} and {@link #pollNow}. */
  static MemorySegment state(Arena arena) {
    return arena.allocate(STATE);
  }

  /** Allocates nothing. */
  static long processVmReadv(
      MemorySegment state, int pid, MemorySegment local, MemorySegment remote, long pieces)
      throws PosixException {
    try {
      long read = (long) PROCESS_VM_READV.invokeExact(state, pid, local, 1L, remote, pieces, 0L);
      if (read < 0) {
        throw new PosixException("process_vm_readv", (int) ERRNO.get(state, 0L));
      }
      return read;
    } catch (PosixException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Whether one entry is ready; allocates nothing. */
  static boolean pollNow(MemorySegment state, MemorySegment entry) throws PosixException {
    try {
      int ready = (int) POLL.invokeExact(state, entry, 1L, 0);
      if (ready < 0) {
        throw new PosixException("poll", (int) ERRNO.get(state, 0L));
      }
      return ready > 0;
    } catch (PosixException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** The system's words for an error. */
  static String strerror(int errno) {
    try {
      return ((MemorySegment) STRERROR.invokeExact(errno)).reinterpret(256).getString(0);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
