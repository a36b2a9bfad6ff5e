package io.kvreshard.sim.link;

import io.grpc.Status;
import io.kvreshard.proto.runtime.v1.Reply;
import io.kvreshard.proto.runtime.v1.Request;
import io.kvreshard.proto.runtime.v1.SnapshotVerdict;
import io.kvreshard.proto.runtime.v1.Welcome;

/** What a process does in its session with the agent. */
public interface AgentHandler {

  /**
   * Answers a request, on a thread of its own.
   *
   * @param epoch of the session by which it came: that may be over, and what its operations held
   */
  Reply.Builder answer(Request request, long epoch) throws Refusal, InterruptedException;

  /** The session has begun. */
  void welcomed(Welcome welcome);

  /** The agent has looked at an offer. */
  default void verdict(SnapshotVerdict verdict) {}

  /** The session has ended, or did not begin. The link tries again by itself. */
  void ended(Status status);
}
