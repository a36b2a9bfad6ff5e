package io.kvreshard.cli.plan;

import static io.kvreshard.cli.testing.Cli.change;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvreshard.cli.testing.Cli;
import io.kvreshard.cli.testing.Examples;
import io.kvreshard.core.contract.LogicalPlan;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanCommandTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "tp4-to-tp2,    2df0b93b758bfa3b9b7884fdcee36356e3ce595294715730236e1165a8a4ea2a, 46137344",
    "tp2pp2-to-tp8, a5b9f21a01207eed809862c11ff9568cee3b7f2b802ff4d46e0821447663d9da, 92274688"
  })
  void theDigestIsThatOfTheDemosOperator(String example, String digest, long wireBytes)
      throws JsonProcessingException {
    var result = Cli.run("plan", "-o", "json", "-f", Examples.path(example + ".yaml").toString());
    var plan = new ObjectMapper().readTree(result.out()).path("plan");
    assertThat(plan.path("digest").asText()).isEqualTo(digest);
    assertThat(plan.path("wireBytes").asLong()).isEqualTo(wireBytes);
  }

  @Test
  void peopleSeeWhoSendsWhatToWhomAndBetweenNodes() {
    var result = plan(Examples.text("tp4-to-tp2.yaml"));
    assertThat(result.out().lines())
        .contains(
            "  WRITER       NODE    TARGET       NODE    LAYERS  HEADS  COMPONENT     BYTES",
            "  dp0-pp0-tp1  node-b  dp0-pp0-tp0  node-a  0-21    1      key+value  22.0 MiB",
            "  node-b     22.0 MiB  22.0 MiB",
            "176 edges, 92,274,688 bytes (88.0 MiB) from 4 writers to 2 targets, 46,137,344 (44.0"
                + " MiB) of them between nodes");
  }

  @Test
  void withoutNodesNothingIsSaidOfThem() {
    var text = Examples.text("tp4-to-tp2.yaml").replaceAll(" node: node-a,", " node: node-z,");
    var bare = text.replaceAll("(?m)^status:\\n(  .*\\n?)*", "");
    assertThat(plan(bare).out())
        .contains("nodes are not known")
        .doesNotContain("NODE", "between nodes", "FROM");
    assertThat(plan(bare).out()).contains("2df0b93b758bfa3b");
  }

  @Test
  void theWireFormIsThePlansOfTheContract() {
    var example = Examples.path("tp2pp2-to-tp8.yaml").toString();
    var lines = Cli.run("plan", "-o", "wire", "-f", example).out().lines().toList();
    assertThat(lines).hasSize(8);
    for (var line : lines) {
      assertThat(LogicalPlan.fromJson(line).toJson()).isEqualTo(line);
    }
    var file = Cli.file(folder, "plans.jsonl", String.join("\n", lines));
    assertThat(Cli.run("validate", file).out()).contains("8 ok, 0 invalid");
  }

  @Test
  void aPolicysRankWrites() {
    var chosen =
        change(
            Examples.text("tp4-to-tp2.yaml"),
            "    snapshotRef: {name: tp2}\n",
            "    snapshotRef: {name: tp2}\n  policy: {sourceDataParallelRank: 1}\n");
    var refused = plan(chosen);
    assertThat(refused.status()).isOne();
    assertThat(refused.err())
        .contains("KVReshardJob \"tp4-to-tp2\": Group \"default\": ", "no data-parallel rank 1");
  }

  @Test
  void whatTheOperatorRefusesIsRefused() {
    var text = Examples.text("tp4-to-tp2.yaml");
    int second = text.lastIndexOf("modelId");
    var other = text.substring(0, second) + text.substring(second).replace("tinyllama", "llama");
    var refused = plan(other);
    assertThat(refused.status()).isOne();
    assertThat(refused.err())
        .contains(
            "spec.groups[\"default\"].snapshot.modelId", "reserve the target for this source");
  }

  @Test
  void invalidFilesAreNotPlanned() {
    var refused = plan(change(Examples.text("tp4-to-tp2.yaml"), "  source:", "  sauce:"));
    assertThat(refused.status()).isOne();
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .contains("the files are not valid", "/spec/sauce [fields]", "did you mean \"source\"?");
  }

  @Test
  void missingObjectsAreNamed() {
    var text = Examples.text("tp4-to-tp2.yaml");
    var withoutTarget = plan(text.substring(0, text.lastIndexOf("---")));
    assertThat(withoutTarget.status()).isEqualTo(2);
    assertThat(withoutTarget.err())
        .contains("spec.target.snapshotRef.name: no KVSnapshot \"tp2\" is in the files");
    assertThat(plan(text.substring(text.indexOf("---"))).err()).contains("no KVReshardJob is in");
    assertThat(plan(text + "---\n" + text.substring(0, text.indexOf("---"))).err())
        .contains("several KVReshardJobs are in the files, choose one with --job");
    var file = Cli.file(folder, "given.yaml", text);
    assertThat(Cli.run("plan", "-f", file, "--job", "x").err())
        .contains("no KVReshardJob \"x\" is in the files, but: tp4-to-tp2");
    assertThat(Cli.run("plan", "-f", "/no/where").status()).isEqualTo(2);
  }

  @Test
  void objectsOfAnotherNamespaceDoNotCount() {
    var text = Examples.text("tp4-to-tp2.yaml");
    var elsewhere =
        change(text, "  name: tp2\n  namespace: default", "  name: tp2\n  namespace: other");
    assertThat(plan(elsewhere).err()).contains("no KVSnapshot \"tp2\" is in the files");
    assertThat(plan(text.replace("  namespace: default\n", "")).status()).isZero();
  }

  @Test
  void largePlacementsLieInConfigMaps() {
    var sizes = "--layers 80 --kv-heads 8 --tp 8 --dp 40 -o snapshot --name ";
    var both =
        Cli.run(("placement generate " + sizes + "tp4").split(" ", -1)).out()
            + "---\n"
            + Cli.run(("placement generate " + sizes + "tp2").split(" ", -1)).out();
    var text = Examples.text("tp4-to-tp2.yaml");
    var job = text.substring(0, text.indexOf("---")).replace("  namespace: default\n", "");
    var planned = plan(job + "---\n" + both);
    assertThat(planned.err()).isEmpty();
    assertThat(planned.out()).contains("from 320 writers to 320 targets");
    assertThat(plan(job + "---\n" + both.replace("kind: ConfigMap", "kind: Secret")).err())
        .contains("KVSnapshot \"tp4\": ", "add the ConfigMap with -f");
  }

  private Cli.Result plan(String text) {
    return Cli.run("plan", "-f", Cli.file(folder, "given.yaml", text));
  }
}
