package io.kvreshard.posix;

import java.io.IOException;

/** A system call failed. The message has the call's name and the system's words. */
public final class PosixException extends IOException {
  static final int EINTR = 4;
  static final int EAGAIN = 11;
  static final int EINVAL = 22;

  private final int errno;

  PosixException(String call, int errno) {
    super(call + ": " + CLibrary.strerror(errno));
    this.errno = errno;
  }

  int errno() {
    return errno;
  }
}
