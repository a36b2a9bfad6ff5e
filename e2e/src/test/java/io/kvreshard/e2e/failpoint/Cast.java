package io.kvreshard.e2e.failpoint;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Who plays on a rig: processes that are not started yet, and the two engines that they are. */
record Cast(List<Subject> subjects, Engine source, Engine target) {
  /** Makes them. */
  @FunctionalInterface
  interface Casting {
    /**
     * Makes them.
     *
     * @param root of all folders and logs
     * @param objects the control plane
     */
    Cast of(Path root, Path objects) throws IOException;
  }

  /**
   * A small model with two heads.
   *
   * @param stagingBytes of each agent and direction
   */
  static Casting small(long stagingBytes) {
    return (root, objects) -> {
      var processes = new Processes(root, objects, SMALL);
      processes.operator("operator-1");
      processes.operator("operator-2");
      processes.agent("agent-a", "node-a", stagingBytes, Launch.PLAIN);
      processes.agent("agent-b", "node-b", stagingBytes, Launch.PLAIN);
      var source = processes.engine("source", "node-a", List.of("--tp=2", "--export=source"), 2);
      processes.worker(source, "source-a", "node-a", "dp0-pp0-tp0", "shared");
      processes.worker(source, "source-b", "node-b", "dp0-pp0-tp1", "assisted");
      var options = List.of("--tp=4", "--layout=hnd", "--page-seed=9", "--reserve=target");
      var target = processes.engine("target", "node-b", options, 4);
      processes.worker(target, "target-a", "node-a", "dp0-pp0-tp0,dp0-pp0-tp2", "assisted");
      processes.worker(target, "target-b", "node-b", "dp0-pp0-tp1,dp0-pp0-tp3", "shared");
      return new Cast(processes.all(), source, target);
    };
  }

  private static final List<String> SMALL =
      List.of("--layers=4", "--kv-heads=2", "--head-dim=64", "--tokens=2048");
}
