package io.kvreshard.e2e.failpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/** A control group with a limit of memory, for processes that are started in it. */
final class MemoryGroup implements AutoCloseable {
  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final Path OF_V1 = ROOT.resolve("memory");

  /** Joins the group, and becomes the command. */
  private static final String JOIN = "echo $$ > \"$0\" && exec \"$@\"";

  private final Path folder;
  private final String peak;

  private MemoryGroup(Path folder, String peak) {
    this.folder = folder;
    this.peak = peak;
  }

  /**
   * Makes a group, of either version of the interface.
   *
   * @throws IOException if this machine does not allow it
   */
  static MemoryGroup make(long limitBytes) throws IOException {
    boolean first = Files.isDirectory(OF_V1);
    var folder =
        Files.createDirectory((first ? OF_V1 : ROOT).resolve("kvreshard-" + UUID.randomUUID()));
    try {
      Files.writeString(
          folder.resolve(first ? "memory.limit_in_bytes" : "memory.max"),
          Long.toString(limitBytes));
      return new MemoryGroup(folder, first ? "memory.max_usage_in_bytes" : "memory.peak");
    } catch (IOException e) {
      Files.delete(folder);
      throw e;
    }
  }

  /** What stands before a command that is to run in it. */
  List<String> launcher() {
    return List.of("sh", "-c", JOIN, folder.resolve("cgroup.procs").toString());
  }

  /** The most that its processes have been charged for at a time. */
  long peakBytes() throws IOException {
    return Long.parseLong(Files.readString(folder.resolve(peak)).strip());
  }

  /** Its processes have ended. */
  @Override
  public void close() throws IOException {
    Files.delete(folder);
  }
}
