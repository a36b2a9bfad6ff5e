package io.kvreshard.bench.transfer;

import io.kvreshard.bench.transfer.EndMain.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Starts the processes that something is measured with, and ends them.
 *
 * @param memory a folder of a file system in memory
 */
record Stage(Path memory) {

  /** Two nodes. */
  void between(Shape shape, BiConsumer<EndProcess, EndProcess> measured) {
    in(
        directory -> {
          try (var receiver = EndProcess.start(Role.RECEIVER, shape, directory);
              var sender = EndProcess.start(Role.SENDER, shape, directory)) {
            measured.accept(sender, receiver);
          }
        });
  }

  /** Two nodes, and an engine that has the source's memory, too. */
  void withEngine(Shape shape, BiConsumer<EndProcess, EndProcess> measured) {
    in(
        directory -> {
          try (var receiver = EndProcess.start(Role.RECEIVER, shape, directory);
              var sender = EndProcess.start(Role.SENDER, shape, directory);
              var _ = EndProcess.start(Role.ENGINE, shape, directory)) {
            measured.accept(sender, receiver);
          }
        });
  }

  /** One node. */
  void local(Shape shape, Consumer<EndProcess> measured) {
    in(
        directory -> {
          try (var end = EndProcess.start(Role.LOCAL, shape, directory)) {
            measured.accept(end);
          }
        });
  }

  /** In a folder of its own, which goes. */
  private void in(Consumer<Path> measured) {
    try {
      var directory = Files.createTempDirectory(memory, "kvreshard-bench-");
      try {
        measured.accept(directory);
      } finally {
        try (var files = Files.walk(directory)) {
          files.sorted(Comparator.reverseOrder()).forEach(Stage::delete);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
