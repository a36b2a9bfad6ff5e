package io.kvreshard.cli.test;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns Maven's output into a line for each module that took a second or ran a test. */
final class ModuleProgress implements Consumer<String> {
  private static final Pattern MODULE =
      Pattern.compile("\\[INFO\\] Building (\\S+) \\S+ +\\[\\d+/\\d+\\]");
  private static final Pattern END = Pattern.compile("\\[INFO\\] (Reactor Summary|BUILD ).*");
  private static final Pattern CLASS =
      Pattern.compile("\\[(?:INFO|WARNING|ERROR)\\] +Tests run: (\\d+), .* -- in .*");
  private static final Duration SHORT = Duration.ofSeconds(1);

  private final String part;
  private final Console console;
  private final LongSupplier nanoTime;
  private @Nullable String module;
  private long began;
  private int tests;

  ModuleProgress(String part, Console console, LongSupplier nanoTime) {
    this.part = part;
    this.console = console;
    this.nanoTime = nanoTime;
  }

  @Override
  public void accept(String line) {
    var begins = MODULE.matcher(line);
    var ran = CLASS.matcher(line);
    if (begins.matches()) {
      moduleEnds();
      module = begins.group(1);
      began = nanoTime.getAsLong();
      tests = 0;
    } else if (END.matcher(line).matches()) {
      moduleEnds();
    } else if (ran.matches()) {
      tests += Integer.parseInt(ran.group(1));
    }
  }

  private void moduleEnds() {
    if (module == null) {
      return;
    }
    var elapsed = Duration.ofNanos(nanoTime.getAsLong() - began);
    if (tests > 0 || elapsed.compareTo(SHORT) >= 0) {
      console.step(part, module, Console.tests(tests), elapsed);
    }
    module = null;
  }
}
