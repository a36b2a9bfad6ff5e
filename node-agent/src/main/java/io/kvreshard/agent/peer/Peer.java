package io.kvreshard.agent.peer;

import com.google.protobuf.ByteString;
import io.kvreshard.agent.failure.FailedException;
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
import java.util.Optional;

/**
 * What agents ask each other (peer.proto); the same for the agent itself and for another. Calls
 * block until the answer is there or {@code patience} is over.
 */
public interface Peer {

  /**
   * Leave to open a connection to the data port that carries nothing.
   *
   * @return empty: the agent does not know the question
   */
  Optional<ProbeGrant> probe(Duration patience) throws FailedException, InterruptedException;

  GroupPages pages(PagesRequest request, Duration patience)
      throws FailedException, InterruptedException;

  TransferLists join(JoinRequest request, Duration patience)
      throws FailedException, InterruptedException;

  SideDigests exchange(SideDigests request, Duration patience)
      throws FailedException, InterruptedException;

  StreamGrant openStream(StreamRequest request, Duration patience)
      throws FailedException, InterruptedException;

  void landed(LandedReport report, Duration patience) throws FailedException, InterruptedException;

  /** {@code max_bytes} bytes, or all that are left. */
  ByteString contents(ContentsRequest request, Duration patience)
      throws FailedException, InterruptedException;

  /** Tells that the operation was given up. A hint: it may get lost. */
  void cancel(String operation, String reason);
}
