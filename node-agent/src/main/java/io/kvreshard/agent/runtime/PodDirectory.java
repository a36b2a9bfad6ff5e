package io.kvreshard.agent.runtime;

import io.kvreshard.agent.memory.Workshop;
import java.nio.file.Path;

/**
 * One pod's directory under the agent's run directory. It proves the pod's uid: only that pod has
 * it mounted.
 *
 * @param podUid the directory's name
 * @param workshop where the agent makes what it puts in here
 */
record PodDirectory(String podUid, Path path, Workshop workshop) {
  /** Where the agent serves this pod's engine processes. */
  Path socket() {
    return path.resolve("runtime.sock");
  }

  /** Where they hand memory over. */
  Path memorySocket() {
    return path.resolve("memory.sock");
  }
}
