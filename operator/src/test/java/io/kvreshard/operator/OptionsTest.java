package io.kvreshard.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.kvreshard.core.job.History;
import io.kvreshard.core.queue.QueueLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionsTest {
  @Test
  void argumentsWinOverTheEnvironment() {
    var options =
        Options.parse(
            new String[] {"--namespace=mine", "--leader-election=false"},
            Map.of("KVRESHARD_NAMESPACE", "theirs", "KVRESHARD_HEALTH_PORT", "9000"));

    assertThat(options.namespace()).isEqualTo("mine");
    assertThat(options.healthPort()).isEqualTo(9000);
    assertThat(options.election()).isFalse();
  }

  @Test
  void nothingIsNeeded() {
    var options = Options.parse(new String[0], Map.of("HOSTNAME", "pod-7"));

    assertThat(options)
        .isEqualTo(
            new Options("kvreshard-system", 8081, true, options.identity(), Settings.defaults()));
  }

  @Test
  void limitsOfJobs() {
    var options =
        Options.parse(
            new String[] {
              "--jobs-per-cluster=8",
              "--history-failed=",
              "--history-done=0",
              "--quarantine-after-seconds=90",
              "--plan-memory-mib=2"
            },
            Map.of("KVRESHARD_JOBS_PER_NODE", "2", "KVRESHARD_HISTORY_FAILED", "7"));

    assertThat(options.settings())
        .isEqualTo(
            new Settings(
                new QueueLimits(8, 2),
                new History.Limits(null, 0),
                Duration.ofSeconds(90),
                2 << 20));
  }

  @Test
  void identityNamesThePodAndIsNobodyElses() {
    var environment = Map.of("HOSTNAME", "pod-7");
    var one = Options.parse(new String[0], environment).identity();
    var two = Options.parse(new String[0], environment).identity();

    assertThat(List.of(one, two)).doesNotHaveDuplicates().allMatch(it -> it.startsWith("pod-7_"));
  }

  @Test
  void mistakesAreNamed() {
    assertMistake("--port=1", "--port=1 is unknown");
    assertMistake("--health-port=x", "--health-port=x");
    assertMistake("--health-port=70000", "--health-port=70000");
    assertMistake("--jobs-per-node=0", "--jobs-per-node=0: 1 to");
    assertMistake("--quarantine-after-seconds=59", "--quarantine-after-seconds=59: 60 to 86400");
    assertMistake("--plan-memory-mib=0", "--plan-memory-mib=0: 1 to");
    assertMistake("--history-done=-1", "--history-done=-1: 0 to");
    assertMistake("--leader-election=yes", "--leader-election=yes");
    assertMistake("--namespace", "--namespace needs a name");
  }

  private static void assertMistake(String argument, String words) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Options.parse(new String[] {argument}, Map.of()))
        .withMessageContaining(words);
  }
}
