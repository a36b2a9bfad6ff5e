package io.kvreshard.cli.browser;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A headless Chromium of this machine, with a profile of its own. */
public final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome");
  private static final String CHOSEN = "KVRESHARD_CHROMIUM";
  private static final Duration START = Duration.ofSeconds(30);
  private static final int END_SECONDS = 10;

  private final Process process;
  private final Path profile;

  private Chromium(Process process, Path profile) {
    this.process = process;
    this.profile = profile;
  }

  public static Chromium start() throws IOException {
    var profile = Files.createTempDirectory("chromium");
    var command =
        new ArrayList<>(
            List.of(
                program(),
                "--headless",
                "--disable-gpu",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile));
    if (System.getProperty("user.name").equals("root")) {
      command.add("--no-sandbox"); // or it refuses to run as root
    }
    command.add("about:blank");
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("log").toFile())
            .start();
    return new Chromium(process, profile);
  }

  /** Opens its debugging protocol. */
  public DevTools connect() throws IOException {
    var port = profile.resolve("DevToolsActivePort");
    Awaitility.await("Chromium's debugging port; its log is " + profile.resolve("log"))
        .atMost(START)
        .until(() -> Files.exists(port) && Files.readAllLines(port).size() == 2);
    var lines = Files.readAllLines(port);
    return DevTools.connect(
        URI.create("ws://127.0.0.1:%s%s".formatted(lines.getFirst(), lines.getLast())));
  }

  private static String program() {
    return Optional.ofNullable(System.getenv(CHOSEN))
        .or(() -> NAMES.stream().flatMap(Chromium::onPath).findFirst())
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "No Chromium: run tools/browser.sh, or set %s to the path of one"
                        .formatted(CHOSEN)));
  }

  private static Stream<String> onPath(String name) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .map(Path::toString);
  }

  @Override
  public void close() throws IOException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().orTimeout(END_SECONDS, TimeUnit.SECONDS).join();
    try (var files = Files.walk(profile)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
