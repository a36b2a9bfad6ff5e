package io.kvreshard.agent.operation;

import com.google.protobuf.ByteString;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.peer.Peer;
import io.kvreshard.agent.runtime.RuntimeIdentity;
import io.kvreshard.agent.runtime.RuntimeListener;
import io.kvreshard.agent.stream.DataServer;
import io.kvreshard.core.paged.Side;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.proto.peer.v1.BindingDigest;
import io.kvreshard.proto.peer.v1.ContentsRequest;
import io.kvreshard.proto.peer.v1.JoinRequest;
import io.kvreshard.proto.peer.v1.LandedReport;
import io.kvreshard.proto.peer.v1.PagesRequest;
import io.kvreshard.proto.peer.v1.ProbeGrant;
import io.kvreshard.proto.peer.v1.SideDigests;
import io.kvreshard.proto.peer.v1.StreamGrant;
import io.kvreshard.proto.peer.v1.StreamRequest;
import io.kvreshard.proto.peer.v1.TransferLists;
import io.kvreshard.proto.runtime.v1.GroupPages;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The open operations of this node, and what agents may ask of them. A call for an operation whose
 * task has not come yet waits for it; one for an operation that is over hears why.
 */
final class Operations implements Peer, RuntimeListener {
  private static final int REMEMBERED = 1024;
  private static final Duration PROBE_VALIDITY = Duration.ofSeconds(30);

  private final Map<String, Operation> open = new HashMap<>();
  private final Map<String, String> over =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
          return size() > REMEMBERED;
        }
      };
  private @Nullable Services services;

  /** The services need this object for their peers; once, before anybody asks. */
  void use(Services all) {
    services = all;
  }

  synchronized void open(Operation operation) {
    open.put(operation.id().toString(), operation);
    notifyAll();
  }

  synchronized void end(Operation operation, String why) {
    open.remove(operation.id().toString());
    over.put(operation.id().toString(), why);
  }

  /** How many are open. */
  synchronized int size() {
    return open.size();
  }

  private synchronized List<Operation> all() {
    return List.copyOf(open.values());
  }

  private synchronized Operation await(String id, Duration patience)
      throws FailedException, InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Operation operation = open.get(id);
      if (operation != null) {
        return operation;
      }
      String why = over.get(id);
      if (why != null) {
        throw new FailedException(FailureReason.PeerFailed, "operation " + id + " is over: " + why);
      }
      long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (millis <= 0) {
        throw new FailedException(
            FailureReason.PeerFailed, "no task of operation " + id + " has come to this node");
      }
      wait(millis);
    }
  }

  private record Found(Operation operation, GroupOperation group) {}

  private Found find(String groupOperation, Duration patience)
      throws FailedException, InterruptedException {
    int end = groupOperation.lastIndexOf('/');
    if (end < 0) {
      throw new FailedException(
          FailureReason.TaskInvalid, "operation id %s names no group".formatted(groupOperation));
    }
    Operation operation = await(groupOperation.substring(0, end), patience);
    TaskLog.mark(operation.spec());
    return new Found(operation, operation.group(groupOperation.substring(end + 1)));
  }

  @Override
  public Optional<ProbeGrant> probe(Duration patience) throws FailedException {
    DataServer data = started().data();
    return Optional.of(
        ProbeGrant.newBuilder()
            .setToken(ByteString.copyFrom(data.expectProbe(PROBE_VALIDITY).bytes()))
            .setPort(data.port())
            .build());
  }

  @Override
  public GroupPages pages(PagesRequest request, Duration patience)
      throws FailedException, InterruptedException {
    Failpoints.before(Step.AGENT_SERVE_PAGES, Operations::unanswered);
    Found found = find(request.getOperationId(), patience);
    Side side = coordinated(found, Sides.of(request.getSide()));
    SidePages pages = found.operation().pages(side).await(patience);
    Failpoints.after(Step.AGENT_SERVE_PAGES, Operations::unanswered);
    return pages.group(found.group().plan().name());
  }

  @Override
  public TransferLists join(JoinRequest request, Duration patience)
      throws FailedException, InterruptedException {
    Failpoints.before(Step.AGENT_SERVE_JOIN, Operations::unanswered);
    Found found = find(request.getOperationId(), patience);
    Side side = coordinated(found, Sides.of(request.getSide()));
    long epoch = found.operation().pages(side).await(patience).epoch();
    Rendezvous rendezvous = found.group().rendezvous();
    rendezvous.join(side, request.getNodeName(), epoch, request.getBindingsList());
    TransferLists lists = rendezvous.both(patience);
    Failpoints.after(Step.AGENT_SERVE_JOIN, Operations::unanswered);
    return lists;
  }

  @Override
  public SideDigests exchange(SideDigests request, Duration patience)
      throws FailedException, InterruptedException {
    Failpoints.before(Step.AGENT_SERVE_EXCHANGE, Operations::unanswered);
    Found found = find(request.getOperationId(), patience);
    Side theirs = Sides.of(request.getSide());
    Side mine = coordinated(found, Sides.other(theirs));
    found.group().rendezvous().offer(theirs, request.getBindingsList());
    List<BindingDigest> list = found.group().rendezvous().list(mine, patience);
    Failpoints.after(Step.AGENT_SERVE_EXCHANGE, Operations::unanswered);
    return SideDigests.newBuilder()
        .setOperationId(request.getOperationId())
        .setSide(Sides.wire(mine))
        .addAllBindings(list)
        .build();
  }

  @Override
  public StreamGrant openStream(StreamRequest request, Duration patience)
      throws FailedException, InterruptedException {
    Failpoints.before(Step.AGENT_SERVE_STREAM, Operations::unanswered);
    Found found = find(request.getOperationId(), patience);
    StreamGrant grant =
        new IncomingStream(found.operation(), started(), found.group()).grant(request, patience);
    Failpoints.after(Step.AGENT_SERVE_STREAM, Operations::unanswered);
    return grant;
  }

  @Override
  public ByteString contents(ContentsRequest request, Duration patience)
      throws FailedException, InterruptedException {
    Failpoints.before(Step.AGENT_SERVE_CONTENTS, Operations::unanswered);
    Operation operation = await(request.getOperationId(), patience);
    TaskLog.mark(operation.spec());
    coordinated(operation, Side.SOURCE);
    ByteString part = new PinnedContents(operation, started()).read(request, patience);
    Failpoints.after(Step.AGENT_SERVE_CONTENTS, Operations::unanswered);
    return part;
  }

  @Override
  public void landed(LandedReport report, Duration patience)
      throws FailedException, InterruptedException {
    Failpoints.before(Step.AGENT_SERVE_LANDED, Operations::unanswered);
    Found found = find(report.getOperationId(), patience);
    coordinated(found, Side.TARGET);
    found
        .operation()
        .landed()
        .landed(found.group().plan().name(), report.getNodeName(), report.getParticipantIdsList());
    Failpoints.after(Step.AGENT_SERVE_LANDED, Operations::unanswered);
  }

  @Override
  public void cancel(String operation, String reason) {
    all().stream()
        .filter(open -> open.id().toString().equals(operation))
        .forEach(open -> open.cancelled(reason));
  }

  @Override
  public void left(RuntimeIdentity who, String reason) {
    all().forEach(operation -> operation.left(who, reason));
  }

  private Services started() throws FailedException {
    Services all = services;
    if (all == null) {
      throw new FailedException(FailureReason.AgentBusy, "the agent has just started");
    }
    return all;
  }

  private static FailedException unanswered(String why) {
    return new FailedException(FailureReason.PeerUnreachable, why);
  }

  private static Side coordinated(Found found, Side side) throws FailedException {
    return coordinated(found.operation(), side);
  }

  private static Side coordinated(Operation operation, Side side) throws FailedException {
    Roster roster = operation.roster();
    if (!roster.coordinates(side)) {
      throw new FailedException(
          FailureReason.TaskInvalid,
          "operation %s: the %s's coordinator is on node %s, not on node %s"
              .formatted(
                  operation.id(),
                  Sides.word(side),
                  roster.side(side).coordinator().node(),
                  roster.self()));
    }
    return side;
  }
}
