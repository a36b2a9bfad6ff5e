package io.kvreshard.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  @Test
  void aLogGetsTheLastStateOnly() {
    var bar = new ProgressBar(out, Screen.LOG);
    bar.update(1 << 20, 4 << 20, "");
    bar.end(4 << 20, 4 << 20, "2.0 MiB/s");

    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("  [" + "#".repeat(40) + "] 100%  4.0 MiB of 4.0 MiB  2.0 MiB/s");
  }

  @Test
  void aTerminalSeesTheLineDrawnOverAgain() {
    new ProgressBar(out, Screen.TERMINAL).update(1 << 20, 4 << 20, "");

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .startsWith("\r  [" + "#".repeat(10) + ".".repeat(30) + "]  25%");
  }
}
