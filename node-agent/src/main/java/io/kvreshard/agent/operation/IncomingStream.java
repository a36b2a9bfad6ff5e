package io.kvreshard.agent.operation;

import com.google.protobuf.ByteString;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.metrics.AgentMeters;
import io.kvreshard.agent.metrics.Direction;
import io.kvreshard.agent.share.Toll;
import io.kvreshard.agent.stream.ChunkSink;
import io.kvreshard.agent.stream.DataServer;
import io.kvreshard.agent.stream.StreamParameters;
import io.kvreshard.agent.stream.StreamReceiver;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.stream.DenseStream;
import io.kvreshard.core.stream.RunLengths;
import io.kvreshard.proto.peer.v1.StreamGrant;
import io.kvreshard.proto.peer.v1.StreamRequest;
import io.kvreshard.tracing.Spans;
import io.opentelemetry.api.trace.SpanBuilder;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * One writer of another node to this one: checks the request, grants, receives. Only the connection
 * waits for staging memory: it can tell the sender that the line moves.
 */
final class IncomingStream {
  private static final Duration TOKEN_VALIDITY = Duration.ofSeconds(30);

  private final Operation operation;
  private final Services services;
  private final GroupOperation group;

  IncomingStream(Operation operation, Services services, GroupOperation group) {
    this.operation = operation;
    this.services = services;
    this.group = group;
  }

  /** Answers OpenStream; from then on a thread of the operation waits for the connection. */
  StreamGrant grant(StreamRequest request, Duration patience)
      throws FailedException, InterruptedException {
    Agreed agreed = group.agreed().await(patience);
    requireSame("target node", operation.roster().self(), request.getTargetNode());
    requireSame("transfer digest", agreed.transferDigest(), request.getTransferDigest());
    List<String> targets = group.incoming().open(request.getWriterId());
    DenseStream stream =
        DenseStream.of(group.plan().plans(), request.getWriterId(), Set.copyOf(targets));
    requireSame("stream length", stream.bytes(), request.getStreamBytes());
    requireSame("number of edges", stream.edges().size(), request.getRunsCount());
    RunLengths runs = RowOrders.of(request);
    for (String target : targets) {
      runs = runs.min(RunLengths.of(stream, Side.TARGET, binding(agreed, target).binding()));
    }
    Toll toll = operation.tolls().receiving(sender(request.getWriterId()));
    int chunk = Math.min(request.getChunkBytes(), toll.chunkBytes(services.incoming().slotBytes()));
    if (chunk < 1) {
      throw refused("chunks of %d bytes".formatted(request.getChunkBytes()));
    }
    DataServer.Expected expected = services.data().expect(TOKEN_VALIDITY);
    DenseStream ordered = stream.withOrders(runs.orders());
    boolean forked =
        operation
            .crew()
            .fork(
                "receive " + request.getWriterId(),
                () ->
                    Spans.run(
                        span(request.getWriterId(), targets),
                        () ->
                            receive(
                                request.getWriterId(),
                                targets,
                                agreed,
                                ordered,
                                chunk,
                                toll,
                                expected)));
    if (!forked) {
      throw refused("the operation has ended");
    }
    return StreamGrant.newBuilder()
        .setToken(ByteString.copyFrom(expected.token().bytes()))
        .setPort(services.data().port())
        .setChunkBytes(chunk)
        .addAllOrders(RowOrders.wire(ordered.orders()))
        .build();
  }

  private SpanBuilder span(String writer, List<String> targets) throws FailedException {
    return TaskSpans.part(services.tracing(), "receive", group.plan(), writer, targets)
        .setAttribute(TaskSpans.PEER, sender(writer));
  }

  /** The node that a writer is on. */
  private String sender(String writer) throws FailedException {
    return operation.roster().participant(Side.SOURCE, writer).node();
  }

  private void receive(
      String writer,
      List<String> targets,
      Agreed agreed,
      DenseStream stream,
      int chunk,
      Toll toll,
      DataServer.Expected expected)
      throws FailedException, InterruptedException {
    Receipts receipts = new Receipts(operation.report(), group.plan(), writer, targets);
    try (AgentMeters.OpenStream traffic = services.meters().open(Direction.IN)) {
      String name =
          "group %s, stream from writer %s to node %s"
              .formatted(group.plan().name(), writer, operation.roster().self());
      Scatter scatter = new Scatter(agreed, targets, stream);
      StreamReceiver.receive(
          name,
          connection(name, expected),
          new StreamParameters(
              stream.bytes(),
              chunk,
              stream::chunkEnd,
              operation.patience(),
              services.timer(),
              operation::blame,
              traffic,
              toll),
          scatter,
          services.incoming(),
          operation.claim(sender(writer)),
          operation.progress().part());
      for (int i = 0; i < targets.size(); i++) {
        receipts.requireAll(targets.get(i), scatter.places[i].taken());
      }
      receipts.targetOk();
      group.incoming().complete(writer);
    } catch (FailedException e) {
      operation.fail(e);
      receipts.targetFailed(e);
      throw e;
    } catch (RuntimeException | Error e) {
      // Nobody waits for this thread: who does not say why it ends leaves its peers waiting.
      operation.fail(new FailedException(FailureReason.Internal, e.toString(), e));
      throw e;
    }
  }

  private static SocketChannel connection(String name, DataServer.Expected expected)
      throws FailedException, InterruptedException {
    try {
      return expected.await(TOKEN_VALIDITY);
    } catch (TimeoutException e) {
      throw new FailedException(
          FailureReason.PeerUnreachable,
          "%s: no data connection came within %d s".formatted(name, TOKEN_VALIDITY.toSeconds()),
          e);
    }
  }

  private LocalBinding binding(Agreed agreed, String target) {
    LocalBinding binding = agreed.targets().get(target);
    if (binding == null) {
      throw new IllegalStateException("no binding of " + target);
    }
    return binding;
  }

  private <T> void requireSame(String what, T mine, T theirs) throws FailedException {
    if (!mine.equals(theirs)) {
      throw refused("%s is %s here, %s there".formatted(what, mine, theirs));
    }
  }

  private FailedException refused(String why) {
    return new FailedException(
        FailureReason.TaskInvalid,
        "group %s: stream refused: %s".formatted(group.plan().name(), why));
  }

  /** All local targets of the stream, one after the other. */
  private final class Scatter implements ChunkSink {
    private final TargetChunks[] places;

    Scatter(Agreed agreed, List<String> targets, DenseStream stream) {
      places =
          targets.stream()
              .map(target -> binding(agreed, target))
              .map(to -> new TargetChunks(to, to.memory().target(stream)))
              .toArray(TargetChunks[]::new);
    }

    @Override
    public void scatter(long offset, MemorySegment slot)
        throws FailedException, InterruptedException {
      for (TargetChunks place : places) {
        operation.progress().moved(place.scatter(offset, slot));
      }
    }

    @Override
    public void finish() throws FailedException, InterruptedException {
      for (TargetChunks place : places) {
        place.finish();
      }
    }
  }
}
