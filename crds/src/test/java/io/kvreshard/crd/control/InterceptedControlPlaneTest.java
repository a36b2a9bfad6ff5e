package io.kvreshard.crd.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.testing.Samples;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterceptedControlPlaneTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path directory;

  private final List<String> changes = new ArrayList<>();

  @Test
  void everyChangeGoesThroughTheInterceptor() throws ConflictException {
    try (var plane =
        new InterceptedControlPlane(new DirectoryControlPlane(directory), new Noting())) {
      var job = plane.create(Samples.job("team", "a", "from", "to"));
      job.getMetadata().setLabels(Map.of("team", "red"));
      var changed = plane.replace(job);
      changed.setStatus(ControlPlaneFixture.status(JobPhase.Pending));
      var written = plane.writeStatus(changed);
      plane.delete(written);

      assertThat(plane.list(KVReshardJob.class, Scope.everywhere())).isEmpty();
      assertThat(changes).containsExactly("CREATE a", "REPLACE a", "WRITE_STATUS a", "DELETE a");
      assertThatExceptionOfType(ConflictException.class)
          .isThrownBy(() -> plane.writeStatus(written));
    }
  }

  private final class Noting implements WriteInterceptor {
    @Override
    public <T extends @Nullable Object, E extends Exception> T around(
        Verb verb, HasMetadata object, Write<T, E> write) throws E {
      changes.add(verb + " " + object.getMetadata().getName());
      return write.run();
    }
  }
}
