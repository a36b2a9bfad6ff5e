package io.kvreshard.agent.operation;

import com.google.protobuf.ByteString;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.peer.Peer;
import io.kvreshard.agent.stream.TamperingProxy;
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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** An agent whose data connections all go through a proxy that does them harm. */
final class HarmfulPeer implements Peer, AutoCloseable {
  private final List<TamperingProxy> proxies = new CopyOnWriteArrayList<>();
  private final Peer real;
  private final TamperingProxy.Harm harm;
  private final long at;

  HarmfulPeer(Peer real, TamperingProxy.Harm harm, long at) {
    this.real = real;
    this.harm = harm;
    this.at = at;
  }

  @Override
  public StreamGrant openStream(StreamRequest request, Duration patience)
      throws FailedException, InterruptedException {
    StreamGrant grant = real.openStream(request, patience);
    try {
      TamperingProxy proxy = new TamperingProxy(grant.getPort(), harm, at);
      proxies.add(proxy);
      return grant.toBuilder().setPort(proxy.port()).build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Optional<ProbeGrant> probe(Duration patience)
      throws FailedException, InterruptedException {
    return real.probe(patience);
  }

  @Override
  public GroupPages pages(PagesRequest request, Duration patience)
      throws FailedException, InterruptedException {
    return real.pages(request, patience);
  }

  @Override
  public TransferLists join(JoinRequest request, Duration patience)
      throws FailedException, InterruptedException {
    return real.join(request, patience);
  }

  @Override
  public SideDigests exchange(SideDigests request, Duration patience)
      throws FailedException, InterruptedException {
    return real.exchange(request, patience);
  }

  @Override
  public ByteString contents(ContentsRequest request, Duration patience)
      throws FailedException, InterruptedException {
    return real.contents(request, patience);
  }

  @Override
  public void landed(LandedReport report, Duration patience)
      throws FailedException, InterruptedException {
    real.landed(report, patience);
  }

  @Override
  public void cancel(String operation, String reason) {
    // A killed peer says nothing.
  }

  @Override
  public void close() throws IOException {
    for (TamperingProxy proxy : proxies) {
      proxy.close();
    }
  }
}
