package io.kvreshard.operator.queue;

import io.kvreshard.crd.KVReshardJob;

/** A job, by its name. */
public record Member(String namespace, String name) {
  /** The job's. */
  public static Member of(KVReshardJob job) {
    return new Member(job.getMetadata().getNamespace(), job.getMetadata().getName());
  }
}
