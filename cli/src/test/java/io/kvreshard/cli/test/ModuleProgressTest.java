package io.kvreshard.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ModuleProgressTest {
  private final StringWriter out = new StringWriter();
  private final AtomicLong seconds = new AtomicLong();
  private final ModuleProgress progress =
      new ModuleProgress(
          "unit", new Console(new PrintWriter(out)), () -> seconds.get() * 1_000_000_000);

  @Test
  void aLineForEachModuleThatRanTests() {
    progress.accept("[INFO] Building core 0.1.0                             [2/9]");
    progress.accept(
        "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s -- in a.B");
    progress.accept(
        "[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! -- in a.C");
    progress.accept("[INFO] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0");
    progress.accept("[INFO] Building proto 0.1.0                            [3/9]");
    progress.accept("[INFO] Building node-agent 0.1.0                       [4/9]");
    seconds.set(4);
    progress.accept("[INFO] Reactor Summary for kvreshard 0.1.0:");
    progress.accept("[INFO] BUILD SUCCESS");

    assertThat(out.toString().lines())
        .containsExactly(
            "unit         core                        5 tests     0.0 s",
            "unit         node-agent                              4.0 s");
  }
}
