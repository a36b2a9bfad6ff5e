package io.kvreshard.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.cli.testing.Cli;
import io.kvreshard.cli.testing.Examples;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainCommandTest {
  @Test
  void theReasonsAreSentences() {
    var result = explain("tp2pp2-to-tp8.yaml", "--target dp0-pp0-tp3 --layer 12 --head 1");
    assertThat(result.err()).isEmpty();
    assertThat(result.out().lines())
        .containsExactly(
            "The key of head 1 of layer 12 reaches \"dp0-pp0-tp3\" from \"dp0-pp1-tp0\".",
            "Data-parallel rank: the source has one only, 0.",
            "Candidates: in it only \"dp0-pp1-tp0\" holds head 1 of that layer; it has heads 0-1.",
            "Replica rule (Ordinal/1): with one candidate there is nothing to choose.",
            "Edge: carries head 1, 128 bytes a token (1 × 64 elements × 2 bytes),"
                + " 512.0 KiB for 4,096 tokens; head 1 is 512.0 KiB of them.",
            "Read at: \"dp0-pp1-tp0\" has heads 0-1; head 1 is number 2 of its 2, bytes 128 to"
                + " 256 of the 256 of each token, if they lie in order.",
            "Written at: \"dp0-pp0-tp3\" has head 1; head 1 is number 1 of its 1, bytes 0 to 128"
                + " of the 128 of each token, if they lie in order.",
            "Way: from node \"node-a\" to node \"node-b\", over the network.");
  }

  @Test
  void machinesGetTheSameInFields() {
    var out =
        explain(
                "tp4-to-tp2.yaml",
                "--target dp0-pp0-tp1 --layer 3 --head 3 --component value -o json")
            .out();
    assertThat(out)
        .contains("\"writer\" : \"dp0-pp0-tp3\"", "\"component\" : \"value\"")
        .contains("\"targetHeadOffset\" : 1", "\"candidates\" : [ \"dp0-pp0-tp3\" ]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --target x --layer 1 --head 0                            | --target x: the participants of the target are dp0-pp0-tp0, dp0-pp0-tp1
          --target dp0-pp0-tp1 --layer 22 --head 3                 | --layer 22: "dp0-pp0-tp1" holds layers 0-21
          --target dp0-pp0-tp1 --layer 1 --head 1                  | --head 1: "dp0-pp0-tp1" holds heads 2-3
          --target dp0-pp0-tp1 --layer 1 --head -1                 | --head -1: "dp0-pp0-tp1" holds heads 2-3
          --target dp0-pp0-tp1 --layer 1 --head 2 --group x        | --group x: there are default
          --target dp0-pp0-tp1 --layer 1 --head 2 --component both | Invalid value for option '--component'
          --target dp0-pp0-tp1 --layer 1                           | Missing required option: '--head=N'
          """)
  void whatIsNotThereIsSaid(String options, String expected) {
    var result = explain("tp4-to-tp2.yaml", options);
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains(expected).doesNotContain("\tat ");
  }

  private static Cli.Result explain(String example, String options) {
    var arguments = new ArrayList<>(List.of("explain", "-f", Examples.path(example).toString()));
    arguments.addAll(List.of(options.split(" ", -1)));
    return Cli.run(arguments.toArray(String[]::new));
  }
}
