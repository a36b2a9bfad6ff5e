package io.kvreshard.agent.runtime;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.kvreshard.crd.RuntimeRole;
import io.kvreshard.proto.runtime.v1.Hello;
import io.kvreshard.proto.runtime.v1.Role;
import io.kvreshard.proto.runtime.v1.RuntimeMessage;
import io.kvreshard.proto.runtime.v1.Welcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HandshakeTest {
  @TempDir Path run;
  ServerFixture fixture;

  @BeforeEach
  void start() throws Exception {
    fixture = new ServerFixture(run);
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void welcomesAnEngine() throws Exception {
    TestEngine engine = fixture.engine(h -> h.addVersions(99));
    Welcome welcome = engine.welcome();
    assertThat(welcome.getVersion()).isEqualTo(1);
    assertThat(welcome.getAgentIncarnation()).isEqualTo("incarnation-1");
    assertThat(welcome.getNodeName()).isEqualTo("node-1");
    assertThat(welcome.getDirectory()).isEqualTo(run.resolve("s/pod-a").toString());
    await().until(() -> fixture.heard.contains("joined instance-tp0"));
    assertThat(fixture.server.all())
        .singleElement()
        .satisfies(
            who -> {
              assertThat(who.role()).isEqualTo(RuntimeRole.Both);
              assertThat(who.group()).isEqualTo(new EngineGroup("models", "engine"));
              assertThat(who.groupEpoch()).isEqualTo(7);
            });
    assertThat(fixture.server.coordinator(new EngineGroup("models", "engine"))).isPresent();
    assertThat(fixture.server.coordinator(new EngineGroup("others", "engine"))).isEmpty();
    assertThat(fixture.server.participant("instance-tp0")).isPresent();
  }

  static Stream<Arguments> badHellos() {
    return Stream.of(
        bad("versions", Status.Code.INVALID_ARGUMENT, h -> h.clearVersions()),
        bad("versions", Status.Code.FAILED_PRECONDITION, h -> h.clearVersions().addVersions(3)),
        bad("pod_uid", Status.Code.PERMISSION_DENIED, h -> h.setPodUid("pod-b")),
        bad("pod_namespace", Status.Code.INVALID_ARGUMENT, h -> h.setPodNamespace("a/b")),
        bad("pod_namespace", Status.Code.PERMISSION_DENIED, h -> h.setPodNamespace("others")),
        bad("pod_name", Status.Code.INVALID_ARGUMENT, h -> h.setPodName("")),
        bad("instance_group", Status.Code.INVALID_ARGUMENT, h -> h.setInstanceGroup("A")),
        bad("role", Status.Code.INVALID_ARGUMENT, h -> h.clearRole()),
        bad("participant_id", Status.Code.INVALID_ARGUMENT, h -> h.clearParticipantId()),
        bad("participant_id", Status.Code.INVALID_ARGUMENT, h -> h.setParticipantId("a\nb")),
        bad("participant_id", Status.Code.INVALID_ARGUMENT, h -> h.setRole(Role.ROLE_COORDINATOR)),
        bad("instance_id", Status.Code.INVALID_ARGUMENT, h -> h.setInstanceId("x".repeat(129))));
  }

  private static Arguments bad(String field, Status.Code code, UnaryOperator<Hello.Builder> but) {
    return Arguments.of(field, code, but);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("badHellos")
  void refusesABadHello(String field, Status.Code code, UnaryOperator<Hello.Builder> but)
      throws Exception {
    Status status = fixture.engine(but).status();
    assertThat(status.getCode()).isEqualTo(code);
    assertThat(status.getDescription()).startsWith("Hello." + field);
    assertThat(fixture.server.all()).isEmpty();
    assertThat(fixture.heard).isEmpty();
  }

  @Test
  void refusesWhatComesBeforeOrAfterTheOneHello() throws Exception {
    TestEngine early = fixture.silentEngine();
    early.send(RuntimeMessage.newBuilder().build());
    assertThat(early.status().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    TestEngine twice = fixture.engine(h -> h);
    twice.greet(ServerFixture.POD, h -> h);
    assertThat(twice.status().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    await().until(() -> fixture.heard.contains("left instance-tp0"));
  }

  @Test
  void servesPodsThatComeLaterAndStopsWithThem() throws Exception {
    Path late = fixture.addPodWithStaleSocket("pod-late");
    Path socket = fixture.socket("pod-late");
    await().atMost(ofSeconds(10)).until(() -> Files.exists(socket) && !Files.isRegularFile(socket));
    try (TestEngine engine = new TestEngine(socket)) {
      engine.greet("pod-late", h -> h);
      engine.welcome();
      await().until(() -> Files.getPosixFilePermissions(socket).size() == 6);
      Files.delete(late.resolve("memory.sock"));
      Files.delete(socket);
      Files.delete(late);
      assertThat(engine.status().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }
  }

  @Test
  void servesADirectoryThatWasMadeAnew() throws Exception {
    Path socket = fixture.socket(ServerFixture.POD);
    Files.delete(socket);
    fixture.addPod("another");
    await().atMost(ofSeconds(10)).until(() -> Files.exists(socket));
    fixture.engine(h -> h).welcome();
  }

  @Test
  void removesItsSocketAtTheEnd() throws Exception {
    TestEngine engine = fixture.engine(h -> h);
    engine.welcome();
    fixture.server.close();
    assertThat(engine.status().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(fixture.socket(ServerFixture.POD)).doesNotExist();
    await().until(() -> fixture.heard.contains("left instance-tp0"));
  }
}
