package io.kvreshard.agent.runtime;

import com.google.protobuf.ByteString;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.proto.runtime.v1.Bind;
import io.kvreshard.proto.runtime.v1.Commit;
import io.kvreshard.proto.runtime.v1.Pages;
import io.kvreshard.proto.runtime.v1.Pin;
import io.kvreshard.proto.runtime.v1.ReadContents;
import io.kvreshard.proto.runtime.v1.Release;
import io.kvreshard.proto.runtime.v1.Reply;
import io.kvreshard.proto.runtime.v1.Request;
import io.kvreshard.proto.runtime.v1.Validate;
import io.kvreshard.proto.runtime.v1.WriteContents;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
  public ByteString readContents(
      String operation, String snapshot, long offset, int maxBytes, Duration limit)
      throws RuntimeFailure, InterruptedException {
    ReadContents read =
        ReadContents.newBuilder()
            .setSnapshotName(snapshot)
            .setOffset(offset)
            .setMaxBytes(maxBytes)
            .build();
    Reply reply =
        part(
            operation,
            limit,
            "ReadContents",
            Step.AGENT_READ_CONTENTS,
            r -> r.setReadContents(read));
    int bytes = reply.getContentsPart().size();
    if (bytes < 1 || bytes > maxBytes) {
      throw new RuntimeFailure.Refused(
          "ReadContents: %s answered with %d bytes at offset %d, against the protocol: 1 to %d"
              .formatted(identity, bytes, offset, maxBytes));
    }
    return reply.getContentsPart();
  }

  @Override
  public void writeContents(
      String operation,
      String snapshot,
      Contents contents,
      long offset,
      ByteString part,
      Duration limit)
      throws RuntimeFailure, InterruptedException {
    WriteContents write =
        WriteContents.newBuilder()
            .setSnapshotName(snapshot)
            .setContents(wire(contents))
            .setOffset(offset)
            .setPart(part)
            .build();
    part(
        operation,
        limit,
        "WriteContents",
        Step.AGENT_WRITE_CONTENTS,
        r -> r.setWriteContents(write));
  }

  /** Parts make no spans: there are dozens of them. */
  private Reply part(
      String operation, Duration limit, String what, Step step, Consumer<Request.Builder> request)
      throws RuntimeFailure, InterruptedException {
    if (!identity.knowsContents()) {
      throw new RuntimeFailure.Refused(
          "%s: %s speaks version %d of the protocol, which knows no contents: update the engine"
              .formatted(what, identity, identity.protocolVersion()));
    }
    Failpoints.before(step, RuntimeFailure.Transient::new);
    Reply reply = Requests.await(requests.send(operation, limit, request), limit, what);
    Failpoints.after(step, RuntimeFailure.Transient::new);
    return reply;
  }

  private static io.kvreshard.proto.runtime.v1.Contents wire(Contents contents) {
    return io.kvreshard.proto.runtime.v1.Contents.newBuilder()
        .setSha256(contents.sha256())
        .setBytes(contents.bytes())
        .build();
  }

  @Override
  public void validate(
      String operation, String snapshot, @Nullable Contents contents, Duration limit)
      throws RuntimeFailure, InterruptedException {
    Validate.Builder validate = Validate.newBuilder().setSnapshotName(snapshot);
    if (contents != null) {
      validate.setContents(wire(contents));
    }
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
