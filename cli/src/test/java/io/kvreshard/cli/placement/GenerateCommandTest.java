package io.kvreshard.cli.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.cli.testing.Cli;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Rank;
import io.kvreshard.sim.model.Dtype;
import io.kvreshard.sim.model.Model;
import io.kvreshard.sim.model.Parallel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GenerateCommandTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"placement", "snapshot", "wire"})
  void whatIsGeneratedIsValid(String format) {
    for (var sizes : List.of("--tp=4 --pp=2", "--tp=16", "--tp=1 --pp=80")) {
      var generated = generate("--layers=80 --kv-heads=8 -o " + format + " " + sizes);
      assertThat(generated.status()).as(generated.err()).isZero();
      var file = Cli.file(folder, "generated", generated.out());
      var judged = Cli.run("validate", file);
      assertThat(judged.status()).as(judged.out()).isZero();
    }
  }

  @Test
  void aLargePlacementLiesInAConfigMapBesideItsSnapshot() {
    var large = "--layers=80 --kv-heads=8 --tp=64 --dp=5";
    var judged =
        Cli.run("validate", Cli.file(folder, "large.yaml", generate(large + " -o snapshot").out()));
    assertThat(judged.out())
        .contains("KVSnapshot \"engine\": ok", "placement_digest", "1 of other kinds")
        .doesNotContain("note:");
    var fragment = generate(large);
    assertThat(fragment.status()).isEqualTo(2);
    assertThat(fragment.err())
        .contains("320 participants: more than 256 are written as placementRef");
  }

  @Test
  void replicasAreDeclaredWhereRanksOutnumberHeads() {
    var placement = placement("--layers=2 --kv-heads=2 --tp=4");
    var parts =
        placement.parts().stream()
            .map(it -> List.of(it.headStart(), it.replicaOrdinal(), it.replicaCount()))
            .toList();
    assertThat(parts)
        .containsExactly(
            List.of(0L, 0L, 2L), List.of(0L, 1L, 2L), List.of(1L, 0L, 2L), List.of(1L, 1L, 2L));
  }

  @Test
  void stagesMayBeUneven() {
    var placement = placement("--layers=10 --kv-heads=2 --tp=1 --stage-layers=3,0,7");
    assertThat(placement.parts())
        .extracting(part -> part.layers())
        .containsExactly(LayerSet.parse("0-2"), LayerSet.parse(""), LayerSet.parse("3-9"));
    assertThat(placement.topology().ppSize()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"4,2,1,3", "1,3,2,8", "8,1,1,4"})
  void theSimulatedEnginesDoTheSame(int tp, int pp, int dp, int kvHeads) {
    int heads = tp > kvHeads ? tp / 2 : kvHeads * tp;
    var placement =
        placement("--layers=22 --kv-heads=%d --tp=%d --pp=%d --dp=%d".formatted(heads, tp, pp, dp));
    var model = new Model("m", 22, heads, 128, Dtype.BFLOAT16, 16);
    var shards = new Parallel(tp, pp, dp).shards(model);
    assertThat(shards).hasSameSizeAs(placement.parts());
    for (var shard : shards) {
      var part = placement.part(shard.participant()).orElseThrow();
      assertThat(part.rank())
          .isEqualTo(new Rank(shard.rank().dp(), shard.rank().pp(), shard.rank().tp()));
      assertThat(part.layers()).isEqualTo(shard.layers());
      assertThat(part.headStart()).isEqualTo(shard.headStart());
      assertThat(part.headCount()).isEqualTo(shard.headCount());
      assertThat(part.replicaOrdinal()).isEqualTo(shard.replica());
      assertThat(part.replicaCount()).isEqualTo(shard.replicas());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --layers=8 --kv-heads=8 --tp=3                             | --tp 3 neither divides --kv-heads 8 nor is a multiple
          --layers=8 --kv-heads=8 --tp=1 --stage-layers=3,4          | --stage-layers [3, 4]: the sum must be --layers 8
          --layers=8 --kv-heads=8 --tp=1 --pp=2 --stage-layers=8     | --stage-layers names 1 stages, --pp 2: leave --pp out
          --layers=8 --kv-heads=8 --tp=1 --dtype=int3                | --dtype int3: how many bytes it has is not known here
          --layers=0 --kv-heads=8 --tp=1                             | --layers 0: 1 to 100000 are possible
          --layers=2000000000 --kv-heads=8 --tp=1                    | --layers 2000000000: 1 to 100000 are possible
          --layers=8 --kv-heads=8 --tp=80000 --dp=2                  | 160000 ranks: at most 100000 are possible
          --layers=8 --kv-heads=8 --tp=1 --head-dim=0                | key_head_dim
          --layers=8 --kv-heads=8 --tp=1 --tokens=0 -o snapshot      | token_count
          --layers=8 --kv-heads=8                                    | Missing required option: '--tp=N'
          --layers=8 --kv-heads=8 --tp=x                             | Invalid value for option '--tp'
          """)
  void optionsThatDescribeNoPlacementAreRefused(String options, String expected) {
    var result = generate(options);
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains(expected);
  }

  private static Placement placement(String options) {
    return Placement.fromJson(generate(options + " -o wire").out().strip());
  }

  private static Cli.Result generate(String options) {
    return Cli.run(("placement generate " + options).split(" ", -1));
  }
}
