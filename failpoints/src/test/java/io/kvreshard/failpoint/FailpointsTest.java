package io.kvreshard.failpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class FailpointsTest {
  private static final Pattern USE = Pattern.compile("(?<!\\.)\\bStep\\.([A-Z_]+)\\b");

  @Test
  void withoutThePropertyNothingHappens() throws Exception {
    assertThat(System.getProperty(Failpoints.PROPERTY)).isNull();
    Failpoints.before(Step.AGENT_PIN, IOException::new);
    Failpoints.after(Step.AGENT_PIN);
  }

  @Test
  void everyStepIsUsedInItsProgramOnly() throws IOException {
    assertThat(used("operator")).isEqualTo(steps(Program.OPERATOR));
    assertThat(used("node-agent")).isEqualTo(steps(Program.AGENT));
    assertThat(used("sim-engine")).isEqualTo(steps(Program.COORDINATOR, Program.WORKER));
  }

  private static Set<Step> steps(Program... programs) {
    var steps = EnumSet.noneOf(Step.class);
    Arrays.stream(Step.values())
        .filter(step -> List.of(programs).contains(step.program()))
        .forEach(steps::add);
    return steps;
  }

  private static Set<Step> used(String module) throws IOException {
    var sources = new ArrayList<Path>();
    try (var files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
      files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
    }
    var steps = EnumSet.noneOf(Step.class);
    for (var source : sources) {
      var text = Files.readString(source);
      if (text.contains("import io.kvreshard.failpoint.Step;")) {
        USE.matcher(text).results().forEach(use -> steps.add(Step.valueOf(use.group(1))));
      }
    }
    return steps;
  }
}
