package io.kvreshard.cli.test;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process that this command started, with all that it started in turn. */
record ProcessTree(Process root) {
  private static final Duration GRACE = Duration.ofSeconds(20);
  private static final Duration DUMP = Duration.ofSeconds(10);

  /**
   * Asks every process to end, so that test clusters are taken down, and kills what is still there
   * after 20 s.
   */
  void end() {
    var all = Stream.concat(root.descendants(), Stream.of(root.toHandle())).toList();
    all.forEach(ProcessHandle::destroy);
    CompletableFuture.allOf(
            all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new))
        .completeOnTimeout(null, GRACE.toMillis(), TimeUnit.MILLISECONDS)
        .join();
    all.stream().filter(ProcessHandle::isAlive).forEach(ProcessHandle::destroyForcibly);
  }

  /** Appends the threads of every JVM of the tree to {@code log}: what a hanging test waits for. */
  void dumpThreads(Path log) throws IOException, InterruptedException {
    var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    for (var jvm : jvms()) {
      var dump =
          new ProcessBuilder(jcmd, Long.toString(jvm.pid()), "Thread.print")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      if (!dump.waitFor(DUMP)) {
        dump.destroyForcibly();
      }
    }
  }

  private List<ProcessHandle> jvms() {
    return root.descendants()
        .filter(process -> process.info().command().orElse("").endsWith("/java"))
        .toList();
  }
}
