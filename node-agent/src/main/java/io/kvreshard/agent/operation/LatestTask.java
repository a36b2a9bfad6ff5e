package io.kvreshard.agent.operation;

import io.kvreshard.crd.KVTransferTask;

/**
 * A task as it was last seen, by the watch or in the answer to an own write, of which the watch
 * tells later. Thread-safe.
 */
final class LatestTask {
  private KVTransferTask task;
  private String overwritten = "";

  LatestTask(KVTransferTask task) {
    this.task = task;
  }

  synchronized KVTransferTask get() {
    return task;
  }

  /** The watch, or a look, has brought it. It may be what an own write has changed meanwhile. */
  synchronized void see(KVTransferTask seen) {
    if (!version(seen).equals(overwritten)) {
      task = seen;
    }
  }

  /**
   * An own write has made one of the other.
   *
   * @param after what the next write goes on from, unless something newer was seen meanwhile
   */
  synchronized void wrote(KVTransferTask before, KVTransferTask after) {
    if (version(task).equals(version(before))) {
      task = after;
    }
    if (!version(after).equals(version(before))) {
      overwritten = version(before);
    }
  }

  private static String version(KVTransferTask task) {
    return task.getMetadata().getResourceVersion();
  }
}
