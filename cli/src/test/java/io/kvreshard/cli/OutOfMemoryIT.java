package io.kvreshard.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutOfMemoryIT {
  @Test
  void tooLittleMemoryIsNoVerdict(@TempDir Path folder) throws IOException, InterruptedException {
    var file = Files.write(folder.resolve("large"), new byte[100 << 20]);
    var output = folder.resolve("output").toFile();
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var path = System.getProperty("java.class.path");
    var process =
        new ProcessBuilder(
                java, "-Xmx64m", "-cp", path, Main.class.getName(), "validate", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();
    try {
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).isEqualTo(2);
    assertThat(Files.readString(output.toPath()))
        .contains("kvreshard: 64 MiB of memory are not enough", "-Xmx8g")
        .doesNotContain("\tat ");
  }
}
