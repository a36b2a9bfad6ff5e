package io.kvreshard.crd.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One run of kubectl, or of another program that ends by itself. */
public final class Kubectl {
  private static final long PATIENCE_SECONDS = 60;

  private Kubectl() {}

  /** What came of it; {@code output} is standard output and error together. */
  public record Result(int status, String output) {}

  /** Runs a command to its end, with this on its standard input. */
  public static Result run(List<String> command, String input) {
    try {
      var out = Files.createTempFile("kubectl", ".out");
      var in = Files.writeString(Files.createTempFile("kubectl", ".in"), input);
      try {
        var process =
            new ProcessBuilder(command)
                .redirectInput(in.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new IllegalStateException("has not ended: " + command);
        }
        return new Result(process.exitValue(), Files.readString(out, UTF_8));
      } finally {
        Files.delete(out);
        Files.delete(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
