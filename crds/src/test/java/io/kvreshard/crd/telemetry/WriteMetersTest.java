package io.kvreshard.crd.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.crd.control.InterceptedControlPlane;
import io.kvreshard.crd.control.RefusedException;
import io.kvreshard.crd.control.Verb;
import io.kvreshard.crd.testing.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteMetersTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path directory;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void writesAreTimedByVerbKindAndOutcome() throws ConflictException {
    var meters = new WriteMeters(registry);
    var job = Samples.job("team", "move", "a", "b");
    try (var plane = new InterceptedControlPlane(new DirectoryControlPlane(directory), meters)) {
      plane.delete(plane.create(job));
      var _ = plane.create(job);
      assertThatExceptionOfType(ConflictException.class).isThrownBy(() -> plane.create(job));
    }
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> meters.around(Verb.REPLACE, job, () -> refuse()));
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> meters.around(Verb.REPLACE, job, () -> fail()));

    assertThat(count("create", "ok")).isEqualTo(2);
    assertThat(count("create", "conflict")).isOne();
    assertThat(count("delete", "ok")).isOne();
    assertThat(count("replace", "refused")).isOne();
    assertThat(count("replace", "failed")).isOne();
  }

  private static String refuse() {
    throw new RefusedException("no", new IllegalArgumentException());
  }

  private static String fail() {
    throw new IllegalStateException("away");
  }

  private long count(String verb, String outcome) {
    return registry
        .get("kvreshard.api.write.duration")
        .tags("verb", verb, "kind", "KVReshardJob", "outcome", outcome)
        .timer()
        .count();
  }
}
