package io.kvreshard.posix;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What came in one piece. Its receiver closes what was passed with it. */
public final class Packet implements AutoCloseable {
  private final byte[] bytes;
  private final @Nullable Descriptor descriptor;

  Packet(byte[] bytes, @Nullable Descriptor descriptor) {
    this.bytes = bytes;
    this.descriptor = descriptor;
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  /** What was passed with it. */
  public Optional<Descriptor> descriptor() {
    return Optional.ofNullable(descriptor);
  }

  @Override
  public void close() {
    if (descriptor != null) {
      descriptor.close();
    }
  }
}
