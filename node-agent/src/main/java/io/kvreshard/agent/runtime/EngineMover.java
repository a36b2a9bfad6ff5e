package io.kvreshard.agent.runtime;

import io.kvreshard.agent.memory.MemoryFailure;
import io.kvreshard.agent.memory.MemoryFailure.Kind;
import io.kvreshard.agent.memory.RingPlace;
import io.kvreshard.agent.memory.RowMover;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import io.kvreshard.proto.runtime.v1.AttachRing;
import io.kvreshard.proto.runtime.v1.Gather;
import io.kvreshard.proto.runtime.v1.Reply;
import io.kvreshard.proto.runtime.v1.Request;
import io.kvreshard.proto.runtime.v1.Scatter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Asks a session's process to move rows. */
record EngineMover(Requests requests) implements RowMover {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @Override
  public void attachRing(RingPlace place, int slots, int slotBytes)
      throws MemoryFailure, InterruptedException {
    AttachRing.Builder ring = AttachRing.newBuilder().setSlots(slots).setSlotBytes(slotBytes);
    switch (place) {
      case RingPlace.PodFile(String name) -> ring.setPath(name);
      case RingPlace.Offered(String name) -> ring.setMemfdName(name);
    }
    try {
      Failpoints.before(Step.AGENT_ATTACH_RING, RuntimeFailure.Transient::new);
      Requests.await(requests.send("", LIMIT, r -> r.setAttachRing(ring)), LIMIT, "AttachRing");
      Failpoints.after(Step.AGENT_ATTACH_RING, RuntimeFailure.Transient::new);
    } catch (RuntimeFailure e) {
      throw asMemoryFailure(e);
    }
  }

  @Override
  public CompletableFuture<?> gather(String operation, Gather gather) throws MemoryFailure {
    return move(operation, r -> r.setGather(gather), "Gather");
  }

  @Override
  public CompletableFuture<?> scatter(String operation, Scatter scatter) throws MemoryFailure {
    return move(operation, r -> r.setScatter(scatter), "Scatter");
  }

  private CompletableFuture<?> move(
      String operation, Consumer<Request.Builder> request, String what) throws MemoryFailure {
    CompletableFuture<Reply> answer;
    try {
      answer = requests.send(operation, LIMIT, request);
    } catch (RuntimeFailure e) {
      throw asMemoryFailure(e);
    }
    return answer
        .exceptionallyCompose(e -> CompletableFuture.failedFuture(gone(e)))
        .thenCompose(reply -> done(reply, what));
  }

  private static CompletableFuture<Reply> done(Reply reply, String what) {
    try {
      Requests.checkDone(reply, what);
      return CompletableFuture.completedFuture(reply);
    } catch (RuntimeFailure e) {
      return CompletableFuture.failedFuture(asMemoryFailure(e));
    }
  }

  private static Throwable gone(Throwable e) {
    return e instanceof RuntimeFailure failure ? asMemoryFailure(failure) : e;
  }

  private static MemoryFailure asMemoryFailure(RuntimeFailure e) {
    Kind kind =
        switch (e) {
          case RuntimeFailure.Refused _ -> Kind.REFUSED;
          case RuntimeFailure.Transient _, RuntimeFailure.Gone _ -> Kind.TRANSIENT;
        };
    return new MemoryFailure(kind, String.valueOf(e.getMessage()), e);
  }
}
