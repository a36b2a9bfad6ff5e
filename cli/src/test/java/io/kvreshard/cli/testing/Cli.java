package io.kvreshard.cli.testing;

import io.kvreshard.cli.Main;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Runs the command in this process, as a person would. */
public final class Cli {
  private Cli() {}

  /** What a command said. */
  public record Result(int status, String out, String err) {}

  public static Result run(String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int status =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(args);
    return new Result(status, out.toString(), err.toString());
  }

  /** A file of {@code samples/}. */
  public static String sample(String name) {
    try (InputStream in =
        Objects.requireNonNull(Cli.class.getResourceAsStream("/samples/" + name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a file and says what it is called. */
  public static String file(Path folder, String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text with one change, which must be one. */
  public static String change(String text, String from, String to) {
    if (!text.contains(from)) {
      throw new IllegalArgumentException("no \"%s\" in it".formatted(from));
    }
    return text.replace(from, to);
  }
}
