package io.kvreshard.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateLockTest {
  @TempDir Path directory;

  @Test
  void aLivingAgentKeepsOthersOut() throws Exception {
    // Another process: a JVM does not lock against itself.
    var holder =
        new ProcessBuilder(
                "python3",
                "-c",
                """
                import fcntl, sys
                f = open(sys.argv[1], 'w')
                fcntl.lockf(f, fcntl.LOCK_EX)
                print('held', flush=True)
                sys.stdin.read()
                """,
                directory.resolve("lock").toString())
            .start();
    try {
      assertThat(holder.inputReader().readLine()).isEqualTo("held");
      assertThatThrownBy(() -> StateLock.acquire(directory, Duration.ofMillis(200)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is locked by another agent of this node");
    } finally {
      holder.destroyForcibly().waitFor();
    }
    try (var lock = StateLock.acquire(directory, Duration.ofSeconds(10))) {
      assertThat(lock).isNotNull();
      assertThat(Files.exists(directory.resolve("lock"))).isTrue();
    }
  }
}
