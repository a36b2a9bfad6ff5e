package io.kvreshard.crd.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.JobSource;
import io.kvreshard.crd.JobTarget;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.KVNodeSpec;
import io.kvreshard.crd.KVNodeStatus;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobSpec;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.crd.KVRuntime;
import io.kvreshard.crd.KVRuntimeSpec;
import io.kvreshard.crd.RuntimeRole;
import io.kvreshard.crd.SnapshotRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every {@link ControlPlane} must do; one subclass an implementation. */
abstract class ControlPlaneContract {
  private final List<ControlPlane> opened = new ArrayList<>();

  /** Another, independent door to the same objects. */
  abstract ControlPlane open();

  /** A namespace that is there and that no other test uses. */
  abstract String namespace();

  /** What people see of the events about an object: "type reason message ×count". */
  abstract List<String> events(HasMetadata about);

  ControlPlane plane() {
    var plane = open();
    opened.add(plane);
    return plane;
  }

  @AfterEach
  void closeAll() {
    opened.forEach(ControlPlane::close);
  }

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
        new KVNodeStatus("i-1", "10.0.0.1:7401", List.of("TCP"), List.of(1L), null, null, 2L, 0L));
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

  @Test
  void ofConcurrentWritersNoneLosesACount() throws Exception {
    plane().create(map("counter", "0"));
    int writers = 4;
    int increments = 10;
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      var all = new ArrayList<Future<@Nullable Void>>();
      for (int i = 0; i < writers; i++) {
        var plane = plane();
        all.add(
            pool.submit(
                () -> {
                  for (int done = 0; done < increments; ) {
                    var map = plane.get(ConfigMap.class, namespace(), "counter").orElseThrow();
                    int value = Integer.parseInt(map.getData().get("value"));
                    map.setData(Map.of("value", Integer.toString(value + 1)));
                    try {
                      plane.replace(map);
                      done++;
                    } catch (ConflictException _) {
                      // read again
                    }
                  }
                  return null;
                }));
      }
      for (var each : all) {
        each.get(60, TimeUnit.SECONDS);
      }
    }
    assertThat(plane().get(ConfigMap.class, namespace(), "counter").orElseThrow().getData())
        .containsEntry("value", Integer.toString(writers * increments));
  }

  @Test
  void watchTellsWhatIsThereAndWhatChanges() throws Exception {
    var plane = plane();
    var other = plane();
    var first = other.create(runtime("w-1", "node-1", "blue"));
    var seen = new CopyOnWriteArrayList<String>();
    try (var _ =
        plane.watch(KVRuntime.class, Scope.namespace(namespace()).node("node-1"), told(seen))) {
      await().until(() -> seen.contains("Present w-1 blue"));
      other.create(runtime("w-2", "node-2", "blue"));
      other.create(runtime("w-3", "node-1", "blue"));
      await().until(() -> seen.contains("Present w-3 blue"));
      first.getMetadata().setLabels(Map.of("team", "red"));
      var second = other.replace(first);
      await().until(() -> seen.contains("Present w-1 red"));
      other.delete(second);
      await().until(() -> seen.contains("Gone w-1 red"));
    }
    assertThat(seen).noneMatch(line -> line.contains("w-2"));
    int before = seen.size();
    other.create(runtime("w-4", "node-1", "blue"));
    await()
        .during(300, TimeUnit.MILLISECONDS)
        .untilAsserted(() -> assertThat(seen).hasSize(before));
  }

  @Test
  void aListenerThatFailsIsCalledAgain() throws Exception {
    var plane = plane();
    var calls = new AtomicInteger();
    try (var _ =
        plane.watch(
            ConfigMap.class,
            Scope.namespace(namespace()).label("team", "blue"),
            change -> {
              calls.incrementAndGet();
              change.object().getMetadata().setName("mine to change");
              throw new IllegalStateException("the listener's own mistake");
            })) {
      var map = map("broken", "a");
      map.getMetadata().setLabels(Map.of("team", "blue"));
      var created = plane.create(map);
      await().until(() -> calls.get() == 1);
      created.setData(Map.of("value", "b"));
      plane.replace(created);
      await().until(() -> calls.get() == 2);
    }
  }

  @Test
  void equalEventsBecomeOne() throws Exception {
    var plane = plane();
    var job = plane.create(job("noisy", 1));
    for (int i = 0; i < 100; i++) {
      plane.event(job, EventType.Warning, "GeometryMismatch", "spec.source: page sizes differ");
    }
    plane.event(job, EventType.Normal, "Planned", "x".repeat(5000));
    await()
        .untilAsserted(
            () ->
                assertThat(events(job))
                    .containsExactlyInAnyOrder(
                        "Warning GeometryMismatch spec.source: page sizes differ ×1",
                        "Normal Planned " + "x".repeat(1023) + "… ×1"));
  }

  static <T extends HasMetadata> java.util.function.Consumer<Change<T>> told(List<String> seen) {
    return change -> {
      var meta = change.object().getMetadata();
      var what = change instanceof Change.Gone<T> ? "Gone " : "Present ";
      seen.add(what + meta.getName() + " " + meta.getLabels().get("team"));
    };
  }

  static String version(HasMetadata object) {
    return object.getMetadata().getResourceVersion();
  }

  private static List<String> names(List<? extends HasMetadata> objects) {
    return objects.stream().map(o -> o.getMetadata().getName()).toList();
  }

  KVReshardJob job(String name, long backoffLimit) {
    var job = new KVReshardJob();
    job.setMetadata(new ObjectMetaBuilder().withNamespace(namespace()).withName(name).build());
    job.setSpec(
        new KVReshardJobSpec(
            new JobSource(new SnapshotRef("from")),
            new JobTarget(new SnapshotRef("to")),
            null,
            null,
            null,
            null,
            backoffLimit,
            null));
    return job;
  }

  private static KVReshardJobStatus status(@Nullable JobPhase phase) {
    return new KVReshardJobStatus(
        1L, phase, null, null, null, null, null, null, null, null, null, null, null);
  }

  KVRuntime runtime(String name, String node, String team) {
    var runtime = new KVRuntime();
    runtime.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace())
            .withName(name)
            .withLabels(Map.of("team", team))
            .build());
    runtime.setSpec(
        new KVRuntimeSpec(
            node, "pod", "pod-uid", "engine", "77", RuntimeRole.Both, "rank-0", "instance-1"));
    return runtime;
  }

  ConfigMap map(String name, String value) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(namespace())
        .withName(name)
        .endMetadata()
        .addToData("value", value)
        .build();
  }
}
