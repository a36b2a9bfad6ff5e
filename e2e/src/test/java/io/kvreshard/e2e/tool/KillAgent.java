package io.kvreshard.e2e.tool;

/**
 * Sends SIGKILL to the agent of this node. Runs in a pod that shares the node's process ids: inside
 * of its own container the agent is process 1, which no signal from there can kill.
 */
public final class KillAgent {
  private KillAgent() {}

  public static void main(String[] args) {
    var agents =
        ProcessHandle.allProcesses()
            .filter(process -> process.info().commandLine().orElse("").contains("--state-dir="))
            .toList();
    if (agents.size() != 1) {
      System.err.println("not one agent on this node, but " + agents.size());
      System.exit(1);
    }
    System.exit(agents.getFirst().destroyForcibly() ? 0 : 1);
  }
}
