package io.kvreshard.crd.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVNodeSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CopiesTest {
  private static final KubernetesSerialization TEXT = new KubernetesSerialization();

  @Test
  void copyOfACustomResourceSaysTheSameAndIsOnesOwn() {
    var node = new KVNode();
    node.setMetadata(
        new ObjectMetaBuilder()
            .withName("n1")
            .withResourceVersion("7")
            .withLabels(new HashMap<>(Map.of("a", "1")))
            .withFinalizers("kvreshard.io/quiesce")
            .build());
    node.setSpec(new KVNodeSpec());
    var text = TEXT.asJson(node);

    var copy = Copies.of(node);
    assertThat(TEXT.asJson(copy)).isEqualTo(text);
    copy.getMetadata().getLabels().put("a", "2");
    copy.getMetadata().setFinalizers(List.of());
    copy.getMetadata().setResourceVersion("8");
    copy.setSpec(null);
    copy.setStatus(null);

    assertThat(TEXT.asJson(node)).isEqualTo(text);
  }

  @Test
  void copyOfAnyOtherObjectIsOnesOwn() {
    var map =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("one")
            .endMetadata()
            .withData(new HashMap<>(Map.of("a", "1")))
            .build();
    Copies.of(map).getData().put("a", "2");
    assertThat(map.getData()).containsEntry("a", "1");
  }
}
