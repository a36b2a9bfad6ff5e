package io.kvreshard.crd;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.testing.Crds;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SerializationTest {
  private final KubernetesSerialization serialization = new KubernetesSerialization();

  @Test
  void fieldsOfNewerReleasesAreIgnored() {
    var job =
        serialization.unmarshal(
            """
            {"apiVersion": "kvreshard.io/v1alpha1", "kind": "KVReshardJob",
             "metadata": {"name": "job"}, "newer": 1,
             "spec": {"source": {"snapshotRef": {"name": "from", "newer": 1}},
                      "target": {"snapshotRef": {"name": "to"}}, "newer": {}}}
            """,
            KVReshardJob.class);
    assertThat(job.getSpec().source().snapshotRef().name()).isEqualTo("from");
  }

  @Test
  void allPartsOfAllKindsMayGrow() {
    var seen = new HashSet<Class<?>>();
    for (var kind : Crds.kinds()) {
      assertThat(kind).hasAnnotation(Evolving.class);
      for (var part : ((ParameterizedType) kind.getGenericSuperclass()).getActualTypeArguments()) {
        collect(part, seen);
      }
    }
    assertThat(seen).hasSizeGreaterThan(30).allMatch(c -> c.isAnnotationPresent(Evolving.class));
  }

  @Test
  void whatIsAbsentIsNotWritten() {
    assertThat(serialization.asJson(new Decision(1, Verdict.Abort, null)))
        .isEqualTo("{\"attempt\":1,\"verdict\":\"Abort\"}");
  }

  @Test
  void wordsForPeopleAreCutToTheirLimit() {
    var failure = new TaskFailure("Reason", "x".repeat(5000) + "\0", false);
    assertThat(failure.message()).hasSize(1024).endsWith("x…");
    assertThat(new TaskFailure("Reason", "a\0b\ud800", false).message())
        .isEqualTo("a\ufffdb\ufffd");
    var receipt = new Receipt(ReceiptSide.Source, "g", "w", "t", 0, false, "😀".repeat(300));
    assertThat(receipt.error()).isEqualTo("😀".repeat(252) + "…");
  }

  private static void collect(Type type, Set<Class<?>> seen) {
    if (type instanceof ParameterizedType list) {
      collect(list.getActualTypeArguments()[0], seen);
    } else if (type instanceof Class<?> part && part.isRecord() && seen.add(part)) {
      for (var component : part.getRecordComponents()) {
        collect(component.getGenericType(), seen);
      }
    }
  }
}
