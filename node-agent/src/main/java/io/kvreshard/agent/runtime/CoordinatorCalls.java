package io.kvreshard.agent.runtime;

import io.kvreshard.failpoint.Step;
import io.kvreshard.proto.runtime.v1.Bind;
import io.kvreshard.proto.runtime.v1.Commit;
import io.kvreshard.proto.runtime.v1.Pages;
import io.kvreshard.proto.runtime.v1.Pin;
import io.kvreshard.proto.runtime.v1.Release;
import io.kvreshard.proto.runtime.v1.Reply;
import io.kvreshard.proto.runtime.v1.Request;
import io.kvreshard.proto.runtime.v1.Validate;
import java.time.Duration;
import java.util.function.Consumer;

/** A coordinator's session as its callers see it. */
record CoordinatorCalls(RuntimeIdentity identity, Requests requests) implements CoordinatorSession {

  @Override
  public Pages pin(String operation, String snapshot, Duration limit)
      throws RuntimeFailure, InterruptedException {
    Pin pin = Pin.newBuilder().setSnapshotName(snapshot).build();
    return pages(call(operation, limit, "Pin", Step.AGENT_PIN, r -> r.setPin(pin)), "Pin");
  }

  @Override
  public Pages bind(String operation, String snapshot, Duration limit)
      throws RuntimeFailure, InterruptedException {
    Bind bind = Bind.newBuilder().setSnapshotName(snapshot).build();
    return pages(call(operation, limit, "Bind", Step.AGENT_BIND, r -> r.setBind(bind)), "Bind");
  }

  private Pages pages(Reply reply, String what) throws RuntimeFailure {
    if (!reply.hasPages()) {
      throw new RuntimeFailure.Refused(
          "%s: %s answered without pages, against the protocol".formatted(what, identity));
    }
    return reply.getPages();
  }

  @Override
  public void validate(String operation, String snapshot, Duration limit)
      throws RuntimeFailure, InterruptedException {
    Validate validate = Validate.newBuilder().setSnapshotName(snapshot).build();
    call(operation, limit, "Validate", Step.AGENT_VALIDATE, r -> r.setValidate(validate));
  }

  @Override
  public void commit(String operation, String snapshot, String jobDigest, Duration limit)
      throws RuntimeFailure, InterruptedException {
    Commit commit = Commit.newBuilder().setSnapshotName(snapshot).setJobDigest(jobDigest).build();
    try {
      call(operation, limit, "Commit", Step.AGENT_COMMIT, r -> r.setCommit(commit));
    } catch (RuntimeFailure.Refused e) {
      throw new RuntimeFailure.Transient(
          e.getMessage() + " (the protocol does not let an engine refuse a commit)");
    }
  }

  @Override
  public void release(String operation, String snapshot, Keep keep, Duration limit)
      throws RuntimeFailure, InterruptedException {
    Release release =
        Release.newBuilder()
            .setSnapshotName(snapshot)
            .setDropSnapshot(keep == Keep.NOTHING)
            .build();
    call(operation, limit, "Release", Step.AGENT_RELEASE, r -> r.setRelease(release));
  }

  private Reply call(
      String operation, Duration limit, String what, Step step, Consumer<Request.Builder> request)
      throws RuntimeFailure, InterruptedException {
    return requests.ask(identity, what, step, operation, limit, request);
  }
}
