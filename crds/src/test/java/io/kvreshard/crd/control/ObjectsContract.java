package io.kvreshard.crd.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVNodeSpec;
import io.kvreshard.crd.KVNodeStatus;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVRuntime;
import io.kvreshard.crd.NodeRates;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What every {@link ControlPlane} does with single objects. */
abstract class ObjectsContract extends ControlPlaneFixture {
  @Test
  void createdObjectsCarryWhatOnlyTheServerKnows() throws Exception {
    var plane = plane();
    var created = plane.create(job("made", 3));

    assertThat(created.getMetadata().getUid()).isNotEmpty();
    assertThat(created.getMetadata().getResourceVersion()).isNotEmpty();
    assertThat(created.getMetadata().getCreationTimestamp()).isNotEmpty();
    assertThat(created.getMetadata().getGeneration()).isEqualTo(1);
    assertThat(created.getStatus()).isNull();
    assertThat(created.getSpec()).isEqualTo(job("made", 3).getSpec());
    assertThat(plane.get(KVReshardJob.class, namespace(), "made")).hasValue(created);
    assertThat(plane.get(KVReshardJob.class, namespace(), "other")).isEmpty();
  }

  @Test
  void aNameIsTakenOnce() throws Exception {
    var plane = plane();
    plane.create(job("taken", 1));
    assertThatThrownBy(() -> plane.create(job("taken", 2)))
        .isInstanceOf(ConflictException.class)
        .hasMessageContaining("KVReshardJob " + namespace() + "/taken");
  }

  @Test
  void clusterScopedKindsHaveNoNamespace() throws Exception {
    var plane = plane();
    var node = new KVNode();
    node.setMetadata(new ObjectMetaBuilder().withName("node-of-" + namespace()).build());
    node.setSpec(new KVNodeSpec());
    var created = plane.create(node);
    created.setStatus(
        new KVNodeStatus(
            "i-1",
            "10.0.0.1:7401",
            List.of("TCP"),
            List.of(1L),
            null,
            null,
            2L,
            0L,
            null,
            new NodeRates(1, 2, 3, "2026-01-01T00:00:00Z")));
    plane.writeStatus(created);

    var read = plane.get(KVNode.class, "", created.getMetadata().getName()).orElseThrow();
    assertThat(read.getStatus()).isEqualTo(created.getStatus());
    assertThat(plane.list(KVNode.class, Scope.everywhere())).contains(read);
    plane.delete(read);
  }

  @Test
  void listsByNamespaceLabelAndNode() throws Exception {
    var plane = plane();
    plane.create(runtime("r-1", "node-1", "blue"));
    plane.create(runtime("r-2", "node-2", "blue"));
    plane.create(runtime("r-3", "node-2", "red"));

    var here = Scope.namespace(namespace());
    assertThat(names(plane.list(KVRuntime.class, here)))
        .containsExactlyInAnyOrder("r-1", "r-2", "r-3");
    assertThat(names(plane.list(KVRuntime.class, here.label("team", "blue"))))
        .containsExactlyInAnyOrder("r-1", "r-2");
    assertThat(names(plane.list(KVRuntime.class, here.node("node-2"))))
        .containsExactlyInAnyOrder("r-2", "r-3");
    assertThat(names(plane.list(KVRuntime.class, here.label("team", "blue").node("node-2"))))
        .containsExactly("r-2");
    assertThat(names(plane.list(KVRuntime.class, Scope.everywhere().node("node-1"))))
        .contains("r-1");
    assertThat(plane.list(KVRuntime.class, Scope.namespace(namespace() + "-none"))).isEmpty();
  }

  @Test
  void metadataIsThatOfTheList() throws Exception {
    var plane = plane();
    plane.create(runtime("r-1", "node-1", "blue"));
    plane.create(runtime("r-2", "node-2", "blue"));
    plane.create(runtime("r-3", "node-2", namespace()));
    plane.create(map("settings", "a"));

    var here = Scope.namespace(namespace());
    var every =
        List.of(
            here,
            Scope.everywhere().label("team", namespace()),
            here.label("team", "blue"),
            here.label("team", "red"),
            here.label("team", "blue").node("node-2"),
            Scope.namespace(namespace() + "-none"));
    for (var scope : every) {
      assertThat(plane.metadata(KVRuntime.class, scope))
          .containsExactlyInAnyOrderElementsOf(
              plane.list(KVRuntime.class, scope).stream().map(KVRuntime::getMetadata).toList());
    }
    assertThat(plane.metadata(ConfigMap.class, here))
        .contains(plane.get(ConfigMap.class, namespace(), "settings").orElseThrow().getMetadata());
  }

  @Test
  void replaceWritesMetadataAndSpecButNotStatus() throws Exception {
    var plane = plane();
    var map = plane.create(map("settings", "a"));
    map.setData(Map.of("value", "b"));
    map.getMetadata().setLabels(Map.of("team", "blue"));
    var replaced = plane.replace(map);

    assertThat(replaced.getData()).containsEntry("value", "b");
    assertThat(replaced.getMetadata().getLabels()).containsEntry("team", "blue");
    assertThat(replaced.getMetadata().getUid()).isEqualTo(map.getMetadata().getUid());
    assertThat(version(replaced)).isNotEqualTo(version(map));

    var job = plane.create(job("labelled", 1));
    job.setStatus(status(JobPhase.Running));
    job.getMetadata().setLabels(Map.of("team", "red"));
    var labelled = plane.replace(job);
    assertThat(labelled.getStatus()).isNull();
    assertThat(labelled.getMetadata().getGeneration()).isEqualTo(1);
    assertThat(labelled.getMetadata().getLabels()).containsEntry("team", "red");
  }

  @Test
  void statusIsWrittenAloneAndKeepsTheGeneration() throws Exception {
    var plane = plane();
    var job = plane.create(job("told", 1));
    job.setStatus(status(JobPhase.Running));
    job.getMetadata().setLabels(Map.of("team", "red"));
    var told = plane.writeStatus(job);

    assertThat(told.getStatus()).isEqualTo(status(JobPhase.Running));
    assertThat(told.getMetadata().getLabels()).isNullOrEmpty();
    assertThat(told.getMetadata().getGeneration()).isEqualTo(1);
    assertThat(told.getSpec()).isEqualTo(job.getSpec());
  }

  @Test
  void fieldsLeftOutOfTheStatusAreGone() throws Exception {
    var plane = plane();
    var job = plane.create(job("less", 1));
    job.setStatus(status(JobPhase.Running));
    var told = plane.writeStatus(job);
    told.setStatus(status(null));
    assertThat(plane.writeStatus(told).getStatus()).isEqualTo(status(null));
  }

  @Test
  void anEqualStatusIsNotWritten() throws Exception {
    var plane = plane();
    var job = plane.create(job("same", 1));
    job.setStatus(status(JobPhase.Running));
    var told = plane.writeStatus(job);
    told.setStatus(status(JobPhase.Running));
    assertThat(version(plane.writeStatus(told))).isEqualTo(version(told));
  }

  @Test
  void aStaleWriterGetsAConflictAndTheOthersChangeSurvives() throws Exception {
    var mine = plane();
    var theirs = plane();
    var stale = mine.create(job("raced", 1));
    var fresh = theirs.get(KVReshardJob.class, namespace(), "raced").orElseThrow();
    fresh.setStatus(status(JobPhase.Pending));
    theirs.writeStatus(fresh);

    stale.setStatus(status(JobPhase.Failed));
    assertThatThrownBy(() -> mine.writeStatus(stale)).isInstanceOf(ConflictException.class);
    stale.getMetadata().setLabels(Map.of("team", "red"));
    assertThatThrownBy(() -> mine.replace(stale)).isInstanceOf(ConflictException.class);

    var read = mine.get(KVReshardJob.class, namespace(), "raced").orElseThrow();
    assertThat(read.getStatus()).isEqualTo(status(JobPhase.Pending));
    assertThat(read.getMetadata().getLabels()).isNullOrEmpty();
  }

  @Test
  void aWriteToAnObjectThatIsGoneOrNewIsAConflict() throws Exception {
    var plane = plane();
    var old = plane.create(job("reborn", 1));
    plane.delete(old);
    old.setStatus(status(JobPhase.Running));
    assertThatThrownBy(() -> plane.writeStatus(old)).isInstanceOf(ConflictException.class);
    assertThatThrownBy(() -> plane.replace(old)).isInstanceOf(ConflictException.class);

    var young = plane.create(job("reborn", 1));
    assertThatThrownBy(() -> plane.writeStatus(old)).isInstanceOf(ConflictException.class);
    assertThatThrownBy(() -> plane.replace(old)).isInstanceOf(ConflictException.class);
    plane.delete(old);
    assertThat(plane.get(KVReshardJob.class, namespace(), "reborn")).hasValue(young);
  }

  @Test
  void finalizersHoldADeletedObject() throws Exception {
    var plane = plane();
    var job = job("held", 1);
    job.getMetadata().setFinalizers(List.of("kvreshard.io/quiesce"));
    var created = plane.create(job);
    plane.delete(created);

    var marked = plane.get(KVReshardJob.class, namespace(), "held").orElseThrow();
    assertThat(marked.isMarkedForDeletion()).isTrue();
    plane.delete(marked);
    marked.setStatus(status(JobPhase.Failed));
    var told = plane.writeStatus(marked);
    told.getMetadata().setFinalizers(List.of());
    plane.replace(told);
    assertThat(plane.get(KVReshardJob.class, namespace(), "held")).isEmpty();
    plane.delete(told);
  }
}
