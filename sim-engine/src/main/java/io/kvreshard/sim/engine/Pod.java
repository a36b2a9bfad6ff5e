package io.kvreshard.sim.engine;

import io.kvreshard.proto.runtime.v1.Hello;
import io.kvreshard.proto.runtime.v1.Role;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The pod that a process runs in.
 *
 * @param directory the pod's directory as the process sees it; the agent's socket is there
 */
public record Pod(String namespace, String name, String uid, Path directory) {

  /** A Hello, without instance. */
  Hello.Builder hello(String engine, long epoch, Optional<String> participant) {
    return Hello.newBuilder()
        .addVersions(1)
        .addVersions(2)
        .setPodNamespace(namespace)
        .setPodName(name)
        .setPodUid(uid)
        .setInstanceGroup(engine)
        .setGroupEpoch(epoch)
        .setRole(participant.isPresent() ? Role.ROLE_PARTICIPANT : Role.ROLE_COORDINATOR)
        .setParticipantId(participant.orElse(""));
  }
}
