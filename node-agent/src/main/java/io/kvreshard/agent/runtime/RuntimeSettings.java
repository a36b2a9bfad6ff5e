package io.kvreshard.agent.runtime;

import io.kvreshard.agent.memory.Workshop;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How the session server behaves.
 *
 * @param runDirectory the agent's run directory; pods' directories lie in its {@code s}
 * @param nodeName for messages to people
 * @param agentIncarnation new with every start of the agent
 * @param helloLimit a stream without a Hello is closed after this
 * @param keepAlive silence after which a process is probed (gRPC: at least 10 s); one that does not
 *     answer within the same time again is taken for dead
 * @param maxSessions of all pods together
 * @param maxOutstanding unanswered requests of one session
 * @param ringSlots slots of the staging ring of one participant with assisted memory
 * @param ringSlotBytes bytes of a slot
 */
public record RuntimeSettings(
    Path runDirectory,
    String nodeName,
    String agentIncarnation,
    Duration helloLimit,
    Duration keepAlive,
    int maxSessions,
    int maxOutstanding,
    int ringSlots,
    int ringSlotBytes) {

  /** The defaults: 1,024 sessions, dead after 20 seconds, rings of 8 MiB. */
  public static RuntimeSettings of(Path runDirectory, String nodeName, String agentIncarnation) {
    return new RuntimeSettings(
        runDirectory,
        nodeName,
        agentIncarnation,
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        1024,
        256,
        8,
        1 << 20);
  }

  /** The same, but a silent process is taken for dead after twice this time. */
  public RuntimeSettings withKeepAlive(Duration time) {
    return new RuntimeSettings(
        runDirectory,
        nodeName,
        agentIncarnation,
        helloLimit,
        time,
        maxSessions,
        maxOutstanding,
        ringSlots,
        ringSlotBytes);
  }

  /** The same with another staging ring. */
  public RuntimeSettings withRing(int slots, int slotBytes) {
    return new RuntimeSettings(
        runDirectory,
        nodeName,
        agentIncarnation,
        helloLimit,
        keepAlive,
        maxSessions,
        maxOutstanding,
        slots,
        slotBytes);
  }

  /** Where the agent makes what it puts into pods' directories: a short name, for sockets. */
  Workshop workshop() {
    return new Workshop(runDirectory.resolve("w"));
  }

  /** Where pods' directories lie: one a pod, its name the pod's uid. */
  Path pods() {
    return runDirectory.resolve("s");
  }
}
