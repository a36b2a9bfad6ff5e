package io.kvreshard.agent.peer;

import com.google.protobuf.ByteString;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Answers pages, refuses streams, never answers a join. */
final class FakePeer implements Peer {
  final List<String> heard = new CopyOnWriteArrayList<>();

  @Override
  public Optional<ProbeGrant> probe(Duration patience) {
    return Optional.of(ProbeGrant.newBuilder().setPort(1).build());
  }

  @Override
  public GroupPages pages(PagesRequest request, Duration patience) {
    return GroupPages.newBuilder().setGroup(request.getGroup()).build();
  }

  @Override
  public TransferLists join(JoinRequest request, Duration patience) throws InterruptedException {
    new CountDownLatch(1).await();
    return TransferLists.getDefaultInstance();
  }

  @Override
  public SideDigests exchange(SideDigests request, Duration patience) {
    throw new IllegalStateException("a fault");
  }

  @Override
  public StreamGrant openStream(StreamRequest request, Duration patience) throws FailedException {
    throw new FailedException(FailureReason.PlanMismatch, "digests differ");
  }

  @Override
  public ByteString contents(ContentsRequest request, Duration patience) {
    return ByteString.copyFrom(new byte[request.getMaxBytes()]);
  }

  @Override
  public void landed(LandedReport report, Duration patience) {
    heard.add("landed " + report.getNodeName());
  }

  @Override
  public void cancel(String operation, String reason) {
    heard.add("cancel " + operation + ": " + reason);
  }
}
