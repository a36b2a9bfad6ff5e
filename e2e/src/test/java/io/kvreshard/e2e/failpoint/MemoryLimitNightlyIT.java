package io.kvreshard.e2e.failpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An engine's memory is its own, however large: what the agent maps of it is not charged to the
 * agent. Needs 10 GiB, and a machine on which memory control groups can be made.
 */
class MemoryLimitNightlyIT {
  private static final long MIB = 1 << 20;
  private static final long LIMIT_BYTES = 512 * MIB;

  /** The chart's default. */
  private static final long STAGING_BYTES = 64 * MIB;

  /** Its engine needs some seconds for each step. */
  private static final Duration PROGRESS = Duration.ofMinutes(1);

  /** 128 KiB a token: 4 GiB. */
  private static final List<String> LARGE =
      List.of("--layers=32", "--kv-heads=8", "--head-dim=128", "--tokens=32768");

  @TempDir(cleanup = ON_SUCCESS)
  Path root;

  @Test
  void anAgentOf512MebibytesFillsATargetOfFourGibibytes() throws Exception {
    try (var a = group();
        var b = group()) {
      try (var rig = Rig.start(root, (folder, objects) -> cast(folder, objects, a, b))) {
        rig.renew();
        var job = Scenario.MOVE.job("large", rig.source(), rig.target(), PROGRESS);
        var move = Trial.begin(rig, Scenario.MOVE, job, rig.source(), rig.target());
        assertThat(move.settled()).isEmpty();
        assertThat(move.attempts()).isOne();
      }
      System.out.printf(
          "agents of %d MiB: at most %d and %d MiB%n",
          LIMIT_BYTES / MIB, a.peakBytes() / MIB, b.peakBytes() / MIB);
      assertThat(List.of(a.peakBytes(), b.peakBytes()))
          .allSatisfy(peak -> assertThat(peak).isBetween(50 * MIB, LIMIT_BYTES - MIB));
    }
  }

  private static MemoryGroup group() {
    try {
      return MemoryGroup.make(LIMIT_BYTES);
    } catch (IOException e) {
      return abort("no memory control group can be made here: " + e);
    }
  }

  private static Cast cast(Path root, Path objects, MemoryGroup a, MemoryGroup b)
      throws IOException {
    var processes = new Processes(root, objects, LARGE);
    processes.operator("operator-1");
    processes.agent("agent-a", "node-a", STAGING_BYTES, Launch.in(a));
    processes.agent("agent-b", "node-b", STAGING_BYTES, Launch.in(b));
    var source = processes.engine("source", "node-a", List.of("--export=source"), 1);
    processes.worker(source, "source-a", "node-a", "dp0-pp0-tp0", "memfd");
    var options = List.of("--layout=hnd", "--page-seed=9", "--reserve=target");
    var target = processes.engine("target", "node-b", options, 1);
    processes.worker(target, "target-b", "node-b", "dp0-pp0-tp0", "memfd");
    return new Cast(processes.all(), source, target);
  }
}
