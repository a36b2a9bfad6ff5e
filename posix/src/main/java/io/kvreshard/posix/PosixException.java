package io.kvreshard.posix;

import java.io.IOException;

/** A system call failed. The message has the call's name and the system's words. */
public final class PosixException extends IOException {
  static final int EPERM = 1;
  static final int ESRCH = 3;
  static final int EINTR = 4;
  static final int EAGAIN = 11;
  static final int EINVAL = 22;

  private final int errno;

  PosixException(String call, int errno) {
    super(call + ": " + CLibrary.strerror(errno));
    this.errno = errno;
  }

  /** Whether this process may not do that, whatever it tries. */
  public boolean forbidden() {
    return errno == EPERM;
  }

  int errno() {
    return errno;
  }
}
