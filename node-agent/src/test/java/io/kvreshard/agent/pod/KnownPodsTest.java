package io.kvreshard.agent.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.grpc.Status;
import io.grpc.StatusException;
import io.kvreshard.agent.runtime.EngineGroup;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.crd.RuntimeRole;
import io.kvreshard.crd.control.DirectoryControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownPodsTest {
  @TempDir Path directory;
  private DirectoryControlPlane plane;
  private KnownPods pods;

  @BeforeEach
  void open() {
    plane = new DirectoryControlPlane(directory);
    pods = new KnownPods(plane, "node-1", Duration.ofMillis(500));
  }

  @AfterEach
  void close() {
    pods.close();
    plane.close();
  }

  @Test
  void aPodIsWhatItsObjectSays() throws Exception {
    pods.check(process("models", "llama-0", uid(NodePods.create(plane, "models", "llama-0"))));
  }

  @Test
  void aProcessIsOfNoOtherPodThanItsOwn() throws Exception {
    NodePods.create(plane, "models", "llama-0");
    String intruder = uid(NodePods.create(plane, "play", "curious"));

    var status = refusal(process("models", "llama-0", intruder));
    assertThat(status.getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
    assertThat(status.getDescription())
        .startsWith("Hello.pod_namespace: ")
        .contains("the directory of pod play/curious, not of models/llama-0");
    assertThat(refusal(process("play", "llama-0", intruder)).getDescription())
        .startsWith("Hello.pod_name: ");
  }

  @Test
  void aPodThatIsGoneIsUnknown() throws Exception {
    Pod pod = NodePods.create(plane, "models", "llama-0");
    var who = process("models", "llama-0", uid(pod));
    pods.check(who);
    plane.delete(pod);

    await().until(() -> refusal(who).getCode() == Status.Code.UNAVAILABLE);
    assertThat(refusal(who).getDescription()).startsWith("Hello.pod_uid: ").contains("node-1");
  }

  private Status refusal(RuntimeIdentity who) {
    var e = catchThrowableOfType(StatusException.class, () -> pods.check(who));
    return e == null ? Status.OK : e.getStatus();
  }

  private static String uid(Pod pod) {
    return pod.getMetadata().getUid();
  }

  private static RuntimeIdentity process(String namespace, String pod, String uid) {
    return new RuntimeIdentity(
        new EngineGroup(namespace, "llama"),
        pod,
        uid,
        7,
        RuntimeRole.Both,
        Optional.of("tp0"),
        "instance",
        1);
  }
}
