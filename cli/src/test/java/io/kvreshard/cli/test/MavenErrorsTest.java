package io.kvreshard.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MavenErrorsTest {
  private static final String OUTPUT =
      """
      [INFO] Building core 0.1.0 [2/9]
      [WARNING] something about a plugin
      [WARNING] /tree/core/src/main/java/A.java:[3,6] [MissingSummary] A summary is required
      [ERROR] COMPILATION ERROR :\s
      [ERROR] warnings found and -Werror specified
      [ERROR] /tree/core/src/main/java/A.java:[9,1] cannot find symbol
      [ERROR] Failed to execute goal x:compile on project core: Compilation failure: Compilation failure:\s
      [ERROR] /tree/core/src/main/java/A.java:[9,1] cannot find symbol
      [ERROR] -> [Help 1]
      [ERROR]\s
      [ERROR] Re-run Maven using the -X switch to enable full debug logging.
      [ERROR]   mvn <args> -rf :core
      """;

  @Test
  void knowsACompilersRefusalFromOtherFailures() {
    assertThat(MavenErrors.compilationFailed(OUTPUT.lines().toList())).isTrue();
    assertThat(MavenErrors.compilationFailed(List.of("[ERROR] The forked VM terminated")))
        .isFalse();
  }

  @Test
  void keepsWhatAPersonCanActOn() {
    assertThat(MavenErrors.of(OUTPUT.lines().toList(), Path.of("/tree")))
        .containsExactly(
            "core/src/main/java/A.java:[3,6] [MissingSummary] A summary is required",
            "core/src/main/java/A.java:[9,1] cannot find symbol");
  }
}
