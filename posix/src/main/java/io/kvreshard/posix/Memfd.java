package io.kvreshard.posix;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A file in memory without a name, for as long as somebody has it open or mapped.
 *
 * @param descriptor its owner closes it
 */
public record Memfd(Descriptor descriptor) implements AutoCloseable {
  private static final int MFD_CLOEXEC = 0x1;
  private static final int MFD_ALLOW_SEALING = 0x2;
  private static final int F_ADD_SEALS = 1033;
  private static final int F_GET_SEALS = 1034;

  /**
   * Makes one of this size, without content and without seals.
   *
   * @param name for people who look at the process's mappings; at most 249 bytes
   */
  public static Memfd create(String name, long bytes) throws IOException {
    Memfd made =
        new Memfd(new Descriptor(CLibrary.memfdCreate(name, MFD_CLOEXEC | MFD_ALLOW_SEALING)));
    try {
      made.descriptor.use(
          number -> {
            CLibrary.ftruncate(number, bytes);
            return bytes;
          });
      return made;
    } catch (IOException e) {
      made.close();
      throw e;
    }
  }

  /**
   * Seals it for ever.
   *
   * @throws IOException also if it is sealed with F_SEAL_SEAL, or with F_SEAL_WRITE while somebody
   *     has it mapped for writing
   */
  public void seal(Seal... seals) throws IOException {
    int bits = Arrays.stream(seals).mapToInt(Seal::bit).reduce(0, (a, b) -> a | b);
    descriptor.use(number -> CLibrary.fcntl(number, F_ADD_SEALS, bits));
  }

  /** Its seals; none, if it is something that cannot be sealed, like a file on disk. */
  public Set<Seal> seals() throws IOException {
    int bits;
    try {
      bits = descriptor.use(number -> CLibrary.fcntl(number, F_GET_SEALS, 0));
    } catch (PosixException e) {
      if (e.errno() == PosixException.EINVAL) {
        return Set.of();
      }
      throw e;
    }
    return Arrays.stream(Seal.values())
        .filter(seal -> (bits & seal.bit()) != 0)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** See {@link Descriptor#channel}. */
  public FileChannel channel() throws IOException {
    return descriptor.channel();
  }

  @Override
  public void close() {
    descriptor.close();
  }
}
