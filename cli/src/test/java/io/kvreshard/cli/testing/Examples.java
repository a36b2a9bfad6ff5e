package io.kvreshard.cli.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of {@code examples/plan}. */
public final class Examples {
  private Examples() {}

  public static Path path(String name) {
    return Path.of("..", "examples", "plan", name);
  }

  public static String text(String name) {
    try {
      return Files.readString(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
