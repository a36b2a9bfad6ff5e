package io.kvreshard.operator.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.crd.control.InterceptedControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FenceTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path directory;

  private final AtomicLong nanos = new AtomicLong();
  private final Leadership leadership = new Leadership(Duration.ofSeconds(10), nanos::get);

  @Test
  void onlyALeaderChangesAnything() throws ConflictException {
    try (var plane =
        new InterceptedControlPlane(new DirectoryControlPlane(directory), new Fence(leadership))) {
      leadership.renew(0);
      var map = plane.create(map());
      nanos.set(Duration.ofSeconds(10).toNanos());

      map.setData(Map.of("a", "b"));
      for (ThrowingCallable change :
          List.<ThrowingCallable>of(
              () -> plane.create(map()),
              () -> plane.replace(map),
              () -> plane.writeStatus(map),
              () -> plane.delete(map))) {
        assertThatExceptionOfType(NotLeadingException.class).isThrownBy(change);
      }
      assertThat(plane.get(ConfigMap.class, "team", "map").orElseThrow().getData()).isNullOrEmpty();
    }
  }

  @Test
  void endOfLeadershipWaitsForTheChangeThatIsUnderWay() throws Exception {
    leadership.renew(0);
    var begun = new CountDownLatch(1);
    var finish = new CountDownLatch(1);
    var change =
        CompletableFuture.runAsync(
            () -> {
              try (var _ = leadership.pass()) {
                begun.countDown();
                assertThat(finish.await(10, TimeUnit.SECONDS)).isTrue();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();

    assertThat(leadership.end(Duration.ZERO)).isFalse();
    assertThatExceptionOfType(NotLeadingException.class).isThrownBy(leadership::pass);
    finish.countDown();
    assertThat(leadership.end(Duration.ofSeconds(10))).isTrue();
    change.get(10, TimeUnit.SECONDS);
  }

  private static ConfigMap map() {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("team")
        .withName("map")
        .endMetadata()
        .build();
  }
}
