package io.kvreshard.cli.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kvreshard.cli.output.JsonOutput;
import io.kvreshard.crd.KVReshardJob;

/** A job for machines; what it does not have is null. */
final class JobJson {
  private JobJson() {}

  /** Which one. */
  static ObjectNode of(KVReshardJob job) {
    var meta = job.getMetadata();
    return JsonOutput.object()
        .put("namespace", meta.getNamespace())
        .put("name", meta.getName())
        .put("uid", meta.getUid());
  }

  /** Which one, how it ended and why. */
  static ObjectNode of(JobEnd end) {
    var json = of(end.seen()).put("ending", end.ending().word());
    var status = end.seen().getStatus();
    if (status == null) {
      return json;
    }
    var plan = status.plan();
    var decision = status.decision();
    return json.put("phase", Lines.phase(end.seen()))
        .put("reason", status.reason())
        .put("message", status.message())
        .put("whoMustAct", Lines.actor(end.seen()).orElse(null))
        .put("attempt", status.attempt())
        .put("bytes", plan == null ? null : plan.bytes())
        .put("jobDigest", decision == null ? null : decision.jobDigest())
        .put("completionTime", status.completionTime());
  }
}
