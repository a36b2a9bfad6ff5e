package io.kvreshard.cli.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PreparerIT {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private Preparer preparer;

  @BeforeEach
  void prepare() throws Exception {
    var tree = new SourceTree(folder);
    Files.createDirectories(tree.logs());
    preparer = new Preparer(tree, new Console(new PrintWriter(out)), Map.of());
  }

  @Test
  void doesEachStepOnce() throws Exception {
    var step = shell("tools", "echo run >>done; echo built one");

    assertThat(preparer.prepare(List.of(step))).isEmpty();
    assertThat(preparer.prepare(List.of(step))).isEmpty();

    assertThat(Files.readAllLines(folder.resolve("done"))).containsExactly("run");
    assertThat(out.toString()).startsWith("  built one\nprepare      tools");
  }

  @Test
  void saysWhyAStepFailedAndDoesNotGoOn() throws Exception {
    var problem =
        preparer.prepare(
            List.of(
                shell("tools", "echo no compiler >&2; exit 1"), shell("images", "touch second")));

    assertThat(problem).contains(new Problem.Broken("tools", List.of("no compiler")));
    assertThat(folder.resolve("second")).doesNotExist();
  }

  private static Preparation.Step shell(String name, String script) {
    return new Preparation.Step(name, List.of("sh", "-c", script));
  }
}
