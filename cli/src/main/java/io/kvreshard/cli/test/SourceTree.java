package io.kvreshard.cli.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The folder that the command was started from.
 *
 * @param root holds {@code pom.xml}, {@code mvnw} and a folder for each module
 */
public record SourceTree(Path root) {
  /** Where the launcher says it stands; empty for an installed command. */
  public static Optional<SourceTree> ofLauncher() {
    return Optional.ofNullable(System.getProperty("kvreshard.home"))
        .map(home -> new SourceTree(Path.of(home)));
  }

  /** What this command writes: a log for each part, the lock. */
  Path logs() {
    return root.resolve("target/test");
  }

  Path log(String name) {
    return logs().resolve(name + ".log");
  }

  /** The path as a person in the tree would type it. */
  Path shown(Path path) {
    return root.relativize(path);
  }

  /** The folders of this name in the build folder of each module, in the order of module names. */
  List<Path> reportFolders(String name) throws IOException {
    try (var modules = Files.list(root)) {
      return modules
          .map(module -> module.resolve("target").resolve(name))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    }
  }

  /** Removes an earlier run's reports, so that only this run's are counted. */
  void deleteReports(String name) throws IOException {
    for (var folder : reportFolders(name)) {
      try (var files = Files.walk(folder)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
