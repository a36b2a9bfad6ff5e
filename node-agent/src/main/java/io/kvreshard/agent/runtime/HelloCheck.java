package io.kvreshard.agent.runtime;

import io.grpc.Status;
import io.grpc.StatusException;
import io.kvreshard.crd.RuntimeRole;
import io.kvreshard.proto.runtime.v1.Hello;
import java.util.Optional;

/** Decides whether a Hello is well-formed and comes from the pod whose directory it came by. */
final class HelloCheck {
  private static final long NEWEST = RuntimeIdentity.PROTOCOL_VERSIONS.getLast();

  private HelloCheck() {}

  /**
   * @throws StatusException with the status that the session ends with
   */
  static RuntimeIdentity check(Hello hello, String podUid) throws StatusException {
    int version = version(hello);
    if (!hello.getPodUid().equals(podUid)) {
      throw Status.PERMISSION_DENIED
          .withDescription(
              "Hello.pod_uid: this is the directory of pod %s; connect through your own pod's directory"
                  .formatted(podUid))
          .asException();
    }
    require(Names.label(hello.getPodNamespace()), "pod_namespace", "must be a DNS label");
    require(Names.subdomain(hello.getPodName()), "pod_name", "must be a DNS subdomain");
    require(Names.label(hello.getInstanceGroup()), "instance_group", "must be a DNS label");
    require(Names.text(hello.getInstanceId(), 128), "instance_id", "must have 1 to 128 characters");
    RuntimeRole role = role(hello);
    String participant = hello.getParticipantId();
    if (role == RuntimeRole.Coordinator) {
      require(participant.isEmpty(), "participant_id", "must be empty for ROLE_COORDINATOR");
    } else {
      require(Names.text(participant, 253), "participant_id", "must have 1 to 253 characters");
    }
    return new RuntimeIdentity(
        new EngineGroup(hello.getPodNamespace(), hello.getInstanceGroup()),
        hello.getPodName(),
        podUid,
        hello.getGroupEpoch(),
        role,
        role == RuntimeRole.Coordinator ? Optional.empty() : Optional.of(participant),
        hello.getInstanceId(),
        version);
  }

  private static int version(Hello hello) throws StatusException {
    require(
        hello.getVersionsCount() >= 1 && hello.getVersionsCount() <= 64,
        "versions",
        "must have 1 to 64 entries");
    return hello.getVersionsList().stream()
        .filter(v -> v >= 1 && v <= NEWEST)
        .max(Integer::compare)
        .orElseThrow(
            () ->
                Status.FAILED_PRECONDITION
                    .withDescription(
                        "Hello.versions: the engine speaks %s, this agent 1 to %d"
                            .formatted(hello.getVersionsList(), NEWEST))
                    .asException());
  }

  private static RuntimeRole role(Hello hello) throws StatusException {
    return switch (hello.getRole()) {
      case ROLE_COORDINATOR -> RuntimeRole.Coordinator;
      case ROLE_PARTICIPANT -> RuntimeRole.Participant;
      case ROLE_BOTH -> RuntimeRole.Both;
      case ROLE_UNSPECIFIED, UNRECOGNIZED -> throw invalid("role", "must be set");
    };
  }

  private static void require(boolean holds, String field, String rule) throws StatusException {
    if (!holds) {
      throw invalid(field, rule);
    }
  }

  private static StatusException invalid(String field, String rule) {
    return Status.INVALID_ARGUMENT.withDescription("Hello." + field + ": " + rule).asException();
  }
}
