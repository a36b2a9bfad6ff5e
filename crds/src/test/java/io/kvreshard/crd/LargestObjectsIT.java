package io.kvreshard.crd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.crd.testing.ApiServer;
import io.kvreshard.crd.testing.ApiServerExtension;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * kubectl apply keeps the object in an annotation; all annotations together have at most 256 KiB.
 */
@ExtendWith(ApiServerExtension.class)
class LargestObjectsIT {
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
  private static final int LIMIT = 256 * 1024;

  private final ApiServer server;

  LargestObjectsIT(ApiServer server) {
    this.server = server;
  }

  @Test
  void theLargestSnapshotCanBeAppliedOnTheClientsSide() {
    var namespace = server.newNamespace("largest");
    assertThat(applyTwice(LargestObjects.snapshot(namespace, "x".repeat(253))))
        .isBetween(LIMIT * 3 / 4, LIMIT);
  }

  @Test
  void theLargestJobCanBeAppliedOnTheClientsSide() {
    var namespace = server.newNamespace("largest");
    assertThat(applyTwice(LargestObjects.job(namespace, "x".repeat(253)))).isLessThan(LIMIT);
  }

  /** Returns the annotation's length in bytes. */
  private int applyTwice(HasMetadata object) {
    apply(object);
    object.getMetadata().setLabels(Map.of("applied", "again"));
    apply(object);
    var stored = server.client().resource(object).get();
    assertThat(stored.getMetadata().getLabels()).containsEntry("applied", "again");
    assertThat(stored.getMetadata().getAnnotations()).containsOnlyKeys(LAST_APPLIED);
    return String.join("", stored.getMetadata().getAnnotations().values()).getBytes(UTF_8).length;
  }

  private void apply(HasMetadata object) {
    var text = server.client().getKubernetesSerialization().asJson(object);
    var result = server.kubectl(text, "apply", "-f", "-");
    assertThat(result.status()).as(result.output()).isZero();
  }
}
