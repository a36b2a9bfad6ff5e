package io.kvreshard.agent.publish;

import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.core.Sha256;
import java.util.Locale;

/** Names of the objects that an agent makes. */
final class ObjectNames {
  private static final int LONGEST = 200;
  private static final int HASH = 10;

  private ObjectNames() {}

  /**
   * The KVRuntime of a process: readable, and another one for every process, because the name ends
   * with a hash of its pod and address space.
   */
  static String runtime(RuntimeIdentity who) {
    String readable =
        (who.podName() + "-" + who.participantId().orElse("coordinator"))
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-+|-+$", "");
    String hash = Sha256.hex(who.podUid() + " " + who.instanceId()).substring(0, HASH);
    return readable.substring(0, Math.min(LONGEST, readable.length())) + "-" + hash;
  }
}
