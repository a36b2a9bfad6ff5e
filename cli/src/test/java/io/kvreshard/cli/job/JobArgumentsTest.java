package io.kvreshard.cli.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.cli.testing.Cli;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class JobArgumentsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "move",
        "job/move",
        "kvjob/move",
        "KVReshardJob/move",
        "kvreshardjobs.kvreshard.io/move"
      })
  void aJobIsNamedAsToKubectl(String text) {
    assertThat(new JobName.Converter().convert(text)).isEqualTo(new JobName("move"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "job/", "pod/move", "job/move/on", "Move", "../move", "-move", "a b"})
  void whatIsNoJobIsRefused(String text) {
    assertThatThrownBy(() -> new JobName.Converter().convert(text))
        .isInstanceOf(TypeConversionException.class);
  }

  @ParameterizedTest
  @CsvSource({"90s,90", "10m,600", "1h30m,5400", "0s,0"})
  void aTimeIsWrittenAsForKubectl(String text, long seconds) {
    var time = new Patience.Converter().convert(text);
    assertThat(time).isEqualTo(Duration.ofSeconds(seconds));
    assertThat(new Patience.Converter().convert(Lines.text(time))).isEqualTo(time);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "-1s", "forever", "9000h", "9999999999999999h"})
  void whatIsNoTimeIsRefused(String text) {
    assertThatThrownBy(() -> new Patience.Converter().convert(text))
        .isInstanceOf(TypeConversionException.class);
  }

  @Test
  void usageIsStatusTwo() {
    var result = Cli.run("wait", "pod/move");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("'pod/move' is no KVReshardJob");
    assertThat(Cli.run("cancel").status()).isEqualTo(2);
    assertThat(Cli.run("wait", "--help").out()).contains("Default: 10m", "7   it has not ended");
  }
}
