package io.kvreshard.crd.control;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.JobSource;
import io.kvreshard.crd.JobTarget;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVReshardJobSpec;
import io.kvreshard.crd.KVReshardJobStatus;
import io.kvreshard.crd.KVRuntime;
import io.kvreshard.crd.KVRuntimeSpec;
import io.kvreshard.crd.RuntimeRole;
import io.kvreshard.crd.SnapshotRef;
import io.kvreshard.crd.testing.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** Doors to one control plane, and objects to put into it. */
abstract class ControlPlaneFixture {
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

  static <T extends HasMetadata> Consumer<Change<T>> told(List<String> seen) {
    return change -> {
      var meta = change.object().getMetadata();
      var what = change instanceof Change.Gone<T> ? "Gone " : "Present ";
      seen.add(what + meta.getName() + " " + meta.getLabels().get("team"));
    };
  }

  static String version(HasMetadata object) {
    return object.getMetadata().getResourceVersion();
  }

  static List<String> names(List<? extends HasMetadata> objects) {
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
            null,
            backoffLimit,
            null,
            null,
            null,
            null,
            null));
    return job;
  }

  static KVReshardJobStatus status(@Nullable JobPhase phase) {
    return Samples.status(phase, null);
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
