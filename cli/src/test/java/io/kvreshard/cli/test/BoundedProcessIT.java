package io.kvreshard.cli.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kvreshard.cli.test.BoundedProcess.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BoundedProcessIT {
  private static final Duration LONG = Duration.ofMinutes(1);

  @TempDir Path folder;
  private final List<String> lines = new CopyOnWriteArrayList<>();

  @Test
  void givesStatusLinesAndLog() throws Exception {
    var exit = shell("echo out $NAME; echo err >&2; cat; exit 3").run(LONG, lines::add);

    assertThat(exit).isEqualTo(new Exit.Ended(3));
    assertThat(lines).containsExactly("out value");
    assertThat(Files.readAllLines(log())).containsExactlyInAnyOrder("out value", "err");
  }

  @Test
  void stopsTheWholeTreeAtItsDeadline() throws Exception {
    var exit = shell("sleep 600 & echo $!; wait").run(Duration.ofMillis(500), lines::add);

    assertThat(exit).isEqualTo(new Exit.Stopped());
    var child = Long.parseLong(lines.getFirst());
    await().until(() -> ProcessHandle.of(child).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void doesNotWaitForAChildThatKeepsItsOutputOpen() throws IOException, InterruptedException {
    var exit = shell("setsid sleep 600 & echo $!").run(LONG, lines::add);

    assertThat(exit).isEqualTo(new Exit.Ended(0));
    ProcessHandle.of(Long.parseLong(lines.getFirst())).ifPresent(ProcessHandle::destroy);
  }

  private BoundedProcess shell(String script) {
    return new BoundedProcess(folder, List.of("sh", "-c", script), Map.of("NAME", "value"), log());
  }

  private Path log() {
    return folder.resolve("log");
  }
}
