package io.kvreshard.crd.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.kvreshard.crd.KVRuntime;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every {@link ControlPlane} must do; one subclass an implementation. */
abstract class ControlPlaneContract extends ObjectsContract {
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
}
