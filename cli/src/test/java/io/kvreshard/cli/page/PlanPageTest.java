package io.kvreshard.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.cli.testing.Cli;
import io.kvreshard.cli.testing.Examples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanPageTest {
  private static final Pattern ADDRESS = Pattern.compile("https?://[^'\"` )]+");
  private static final String SVG = "http://www.w3.org/2000/svg";

  @TempDir Path folder;

  @Test
  void thePageIsWrittenBesideTheTableAndNeedsNothingElse() throws IOException {
    var file = folder.resolve("plan.html");
    var result = plan(file);
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.out()).contains("WRITER");
    var html = Files.readString(file);
    assertThat(html)
        .startsWith("<!doctype html>")
        .contains("a9530eb4fc97fee0780890f0ffd2014ef72edd35ace62b86afbc9923097dd2bd")
        .contains("default-src 'none'")
        .doesNotContain("{{", "<link rel=\"stylesheet", "src=");
    assertThat(ADDRESS.matcher(html).results().map(it -> it.group())).containsOnly(SVG);
  }

  @Test
  void aFileThatCannotBeWrittenIsSaid() {
    var result = plan(folder.resolve("none/plan.html"));
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("--html", "none/plan.html: cannot be written");
  }

  private static Cli.Result plan(Path html) {
    return Cli.run(
        "plan", "-f", Examples.path("llama-405b.yaml").toString(), "--html", html.toString());
  }
}
