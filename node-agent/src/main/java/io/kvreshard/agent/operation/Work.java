package io.kvreshard.agent.operation;

import com.google.protobuf.ByteString;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.core.paged.Side;
import io.kvreshard.crd.TaskState;
import io.kvreshard.proto.peer.v1.ContentsRequest;
import io.kvreshard.proto.peer.v1.LandedReport;
import io.kvreshard.tracing.Spans;
import io.kvreshard.tracing.Tracing;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A task from its start to Landed, and at the target's coordinator to Validated (DESIGN §5). */
final class Work {
  private static final Logger LOG = LoggerFactory.getLogger(Work.class);

  private final Operation operation;
  private final Services services;
  private final Engines engines;
  private final OpenBindings open;

  Work(Operation operation, Services services, Shared shared) {
    this.operation = operation;
    this.services = services;
    this.engines = new Engines(operation, services.runtimes(), shared.releases());
    this.open = shared.bindings();
  }

  /** Does it all; a failure is the operation's. */
  void run() throws InterruptedException {
    Tracing tracing = services.tracing();
    try {
      operation.report().state(TaskState.Running);
      Spans.run(tracing.child("prepare"), new Preparation(operation, engines, open)::run);
      Spans.run(tracing.child("move"), new Movement(operation, services)::run);
      tellLanded();
      if (operation.roster().coordinates(Side.TARGET)) {
        operation.report().state(TaskState.Landed);
        operation.landed().all().await(Operation.LONGEST_MOVE);
        bringContents();
        engines.validate();
      }
      operation.workDone();
    } catch (InterruptedException e) {
      // Nobody goes on with the work: whatever interrupted it, the operation must not wait for it.
      operation.fail(new FailedException(FailureReason.Internal, "the work was interrupted", e));
      throw e;
    } catch (FailedException e) {
      operation.fail(e);
    } catch (RejectedException e) {
      operation.fail(new FailedException(FailureReason.BindingInvalid, e.rejection().text(), e));
    } catch (Exception | Error e) {
      LOG.error("Operation {} met a fault of the agent", operation.id(), e);
      operation.fail(new FailedException(FailureReason.Internal, e.toString(), e));
    }
  }

  /** In this thread: the operation is not quiet before it has ended. */
  private void bringContents() throws Exception {
    Contents contents = operation.contents();
    if (contents != null) {
      Spans.run(
          services.tracing().child("contents").setAttribute(TaskSpans.BYTES, contents.bytes()),
          () ->
              new ContentsMove(contents, operation.progress())
                  .run(
                      this::readContents,
                      (offset, part) -> engines.writeContents(contents, offset, part)));
    }
  }

  private ByteString readContents(long offset, int bytes)
      throws FailedException, InterruptedException {
    ContentsRequest request =
        ContentsRequest.newBuilder()
            .setOperationId(operation.id().toString())
            .setOffset(offset)
            .setMaxBytes(bytes)
            .build();
    String node = operation.roster().side(Side.SOURCE).coordinator().node();
    return operation.links().to(node, operation.patience()).contents(request, operation.patience());
  }

  private void tellLanded() throws FailedException, InterruptedException {
    for (GroupOperation group : operation.groups()) {
      List<String> targets =
          operation.roster().on(operation.roster().self(), Side.TARGET, group.plan());
      if (!targets.isEmpty()) {
        LandedReport report =
            LandedReport.newBuilder()
                .setOperationId(group.plan().operation())
                .setNodeName(operation.roster().self())
                .addAllParticipantIds(targets)
                .build();
        operation
            .links()
            .to(operation.roster().side(Side.TARGET).coordinator().node(), operation.patience())
            .landed(report, operation.patience());
      }
    }
  }
}
