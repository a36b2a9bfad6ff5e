package io.kvreshard.e2e.failpoint;

import java.util.List;

/**
 * How a process is started.
 *
 * @param before what stands before the command
 * @param heap flags of the virtual machine about its heap
 */
record Launch(List<String> before, List<String> heap) {
  /** As most processes of a rig. */
  static final Launch PLAIN = new Launch(List.of(), List.of("-Xmx160m"));

  Launch {
    before = List.copyOf(before);
    heap = List.copyOf(heap);
  }

  /**
   * In a group, with the flag of the agent's image: the heap is a part of what the group may have.
   */
  static Launch in(MemoryGroup group) {
    return new Launch(group.launcher(), List.of("-XX:MaxRAMPercentage=40"));
  }
}
