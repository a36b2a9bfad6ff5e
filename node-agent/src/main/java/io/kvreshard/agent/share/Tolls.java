package io.kvreshard.agent.share;

import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the streams and copies of one operation pay. Thread-safe. */
public final class Tolls {
  private final Stake stake;
  private final @Nullable RateLimit job;
  private final Bandwidth.Road sending;
  private final Bandwidth.Road receiving;

  Tolls(Stake stake, @Nullable RateLimit job, Bandwidth.Road sending, Bandwidth.Road receiving) {
    this.stake = stake;
    this.job = job;
    this.sending = sending;
    this.receiving = receiving;
  }

  /** Of a stream to another node. */
  public Toll sending(String peer) {
    return toll(job, sending.peer(peer), sending.node());
  }

  /** Of a stream from another node; its job's limit is paid there. */
  public Toll receiving(String peer) {
    return toll(receiving.peer(peer), receiving.node());
  }

  /** Of a copy on this node. */
  public Toll copying() {
    return toll(job);
  }

  private Toll toll(@Nullable RateLimit... limits) {
    return new Toll(
        Stream.of(limits).filter(Objects::nonNull).map(limit -> limit.payer(stake)).toList());
  }
}
