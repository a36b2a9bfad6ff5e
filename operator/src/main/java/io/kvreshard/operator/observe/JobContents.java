package io.kvreshard.operator.observe;

import io.kvreshard.core.contents.Contents;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.SnapshotContents;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What goes with a job besides the pages. */
public final class JobContents {
  private JobContents() {}

  /** Of a source: those that its engine announced, or that came with the job which filled it. */
  public static @Nullable SnapshotContents of(KVSnapshot source) {
    var announced = source.getSpec().contents();
    var status = source.getStatus();
    return announced != null || status == null ? announced : status.contents();
  }

  /** Of a job that has succeeded: what its tasks were told to bring along. */
  public static @Nullable Contents moved(JobSight sight) {
    long attempt = sight.seen().job().recorded().attempt();
    return sight.tasks().stream()
        .filter(task -> task.getSpec().attempt() == attempt)
        .map(task -> task.getSpec().contents())
        .filter(Objects::nonNull)
        .findFirst()
        .map(SnapshotContents::view)
        .orElse(null);
  }
}
