package io.kvreshard.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.grpc.StatusException;
import io.kvreshard.crd.RuntimeRole;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EpochTest {
  private final Members<String> members = new Members<>(8);

  @Test
  void theLossOfOneEndsTheEpochOfItsGroup() throws Exception {
    members.join("c", who("engine", 1, RuntimeRole.Coordinator, "c"));
    members.join("tp0", who("engine", 1, RuntimeRole.Participant, "tp0"));
    members.join("tp1", who("engine", 1, RuntimeRole.Participant, "tp1"));
    members.join("other", who("other", 1, RuntimeRole.Both, "tp0"));
    assertThat(members.leave("tp1")).containsExactlyInAnyOrder("c", "tp0");
    assertThat(members.all()).extracting(w -> w.group().name()).containsExactly("other");
    refused(
        "tp0", who("engine", 1, RuntimeRole.Participant, "tp0"), Status.Code.FAILED_PRECONDITION);
    members.join("tp0", who("engine", 2, RuntimeRole.Participant, "tp0"));
  }

  @Test
  void aParticipantOfAnotherEpochIsToldToTryAgain() throws Exception {
    members.join("c", who("engine", 1, RuntimeRole.Coordinator, "c"));
    refused("tp0", who("engine", 2, RuntimeRole.Participant, "tp0"), Status.Code.UNAVAILABLE);
  }

  @Test
  void aNewCoordinatorEndsTheEpochOfTheOldWorkers() throws Exception {
    members.join("tp0", who("engine", 1, RuntimeRole.Participant, "tp0"));
    members.join("tp1", who("engine", 1, RuntimeRole.Participant, "tp1"));
    assertThat(members.join("c", who("engine", 2, RuntimeRole.Coordinator, "c")))
        .containsExactly("tp0", "tp1");
    assertThat(members.leave("tp0")).isEmpty();
    refused(
        "tp0", who("engine", 1, RuntimeRole.Participant, "tp0"), Status.Code.FAILED_PRECONDITION);
  }

  @Test
  void oneSessionForEachRoleOfAGroup() throws Exception {
    members.join("c", who("engine", 1, RuntimeRole.Coordinator, "c"));
    members.join("tp0", who("engine", 1, RuntimeRole.Participant, "tp0"));
    refused("x", who("engine", 1, RuntimeRole.Participant, "tp0"), Status.Code.ALREADY_EXISTS);
    refused("x", who("engine", 1, RuntimeRole.Coordinator, "d"), Status.Code.ALREADY_EXISTS);
    refused("x", who("engine", 2, RuntimeRole.Coordinator, "d"), Status.Code.ALREADY_EXISTS);
  }

  @Test
  void sessionsAreBounded() throws Exception {
    for (int i = 0; i < 8; i++) {
      members.join("tp" + i, who("engine", 1, RuntimeRole.Participant, "tp" + i));
    }
    refused(
        "tp8", who("engine", 1, RuntimeRole.Participant, "tp8"), Status.Code.RESOURCE_EXHAUSTED);
  }

  private void refused(String session, RuntimeIdentity who, Status.Code code) {
    assertThatThrownBy(() -> members.join(session, who))
        .isInstanceOfSatisfying(
            StatusException.class, e -> assertThat(e.getStatus().getCode()).isEqualTo(code));
  }

  private static RuntimeIdentity who(String group, long epoch, RuntimeRole role, String id) {
    return new RuntimeIdentity(
        new EngineGroup("models", group),
        "pod",
        "uid",
        epoch,
        role,
        role == RuntimeRole.Coordinator ? Optional.empty() : Optional.of(id),
        group + id + epoch + System.identityHashCode(role) + Math.random(),
        1);
  }
}
