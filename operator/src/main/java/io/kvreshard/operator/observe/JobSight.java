package io.kvreshard.operator.observe;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.kvreshard.core.job.JobObservation;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVTransferTask;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a job as they were read, and what they mean. Whatever is written is written upon
 * exactly these versions.
 *
 * @param documents of the present attempt
 */
public record JobSight(
    KVReshardJob job,
    @Nullable KVSnapshot source,
    @Nullable KVSnapshot target,
    List<KVTransferTask> tasks,
    @Nullable ConfigMap documents,
    JobObservation seen) {
  public JobSight {
    tasks = List.copyOf(tasks);
  }
}
