package io.kvreshard.bench.transfer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What Linux counts. */
final class Proc {
  private Proc() {}

  /** What a process has in memory for itself: heap, staging, all that no file stands for. */
  static long anonymousBytes(long pid) {
    var line = line(Path.of("/proc", Long.toString(pid), "status"), "RssAnon:");
    return Long.parseLong(line.replaceAll("\\D", "")) << 10;
  }

  /**
   * What a process holds of the system's.
   *
   * @param mappings of files that lie in memory
   */
  record Held(long descriptors, long mappings, long threads) {
    /** How much more, of whatever it is more of. */
    long moreThan(Held before) {
      return Math.max(
          descriptors - before.descriptors,
          Math.max(mappings - before.mappings, threads - before.threads));
    }
  }

  static Held held(long pid) {
    var process = Path.of("/proc", Long.toString(pid));
    try (var descriptors = Files.list(process.resolve("fd"));
        var maps = Files.lines(process.resolve("maps"));
        var threads = Files.list(process.resolve("task"))) {
      return new Held(
          descriptors.count(),
          maps.filter(line -> line.contains("/dev/shm/")).count(),
          threads.count());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What has gone through the loopback device, frames, headers and acknowledgements included. */
  static long loopbackBytes() {
    var line = line(Path.of("/proc/net/dev"), "lo:");
    return Long.parseLong(List.of(line.split("[: ]+")).get(1));
  }

  private static String line(Path file, String field) {
    try (var lines = Files.lines(file)) {
      return lines
          .map(String::strip)
          .filter(line -> line.startsWith(field))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("no %s in %s".formatted(field, file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
