package io.kvreshard.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.cli.testing.Cli;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransferBenchCommandTest {
  @ParameterizedTest
  @ValueSource(strings = {"0", "-32", "33"})
  void refusesWhatCannotBeCutIntoPages(String mebibytes) {
    var result = Cli.run("bench", "transfer", "--mebibytes", mebibytes);
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("--mebibytes " + mebibytes + ": a multiple of 32 is needed");
    assertThat(result.out()).isEmpty();
  }
}
