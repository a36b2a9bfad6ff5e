package io.kvreshard.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The demo plays the examples that a cluster gets. */
class ScenarioTest {
  @ParameterizedTest
  @CsvSource({"tp4-to-tp2, 4, 2", "tp2pp2-to-tp8, 4, 8"})
  void theExampleIsReadAsItIs(String name, int sourceRanks, int targetRanks) {
    var scenario = Scenario.read(Path.of("..", "examples", name));

    assertThat(scenario.job().getMetadata().getName()).isEqualTo(name);
    assertThat(scenario.source().ranks()).hasSize(sourceRanks).doesNotHaveDuplicates();
    assertThat(scenario.target().ranks()).hasSize(targetRanks).doesNotHaveDuplicates();
    assertThat(scenario.source().options()).contains("--export=" + scenario.source().name());
    assertThat(scenario.target().options()).contains("--reserve=" + scenario.target().name());
  }
}
