package io.kvreshard.agent.share;

import com.google.common.collect.MapMaker;
import io.kvreshard.agent.concurrent.NanoClock;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The node's limits: for all that it sends and, apart from that, all that it receives, and for each
 * peer in the same way. What stays on the node does not count. Thread-safe.
 */
public final class Bandwidth {
  private final NanoClock clock;
  private final @Nullable Long perPeer;
  private final Road sending;
  private final Road receiving;

  /**
   * @param perNode bytes a second in each direction, of all operations; null: no limit
   * @param perPeer the same for each other node
   */
  public Bandwidth(@Nullable Long perNode, @Nullable Long perPeer, NanoClock clock) {
    this.clock = clock;
    this.perPeer = perPeer;
    this.sending = new Road(limit(perNode));
    this.receiving = new Road(limit(perNode));
  }

  /** Without limits. */
  public static Bandwidth unlimited(NanoClock clock) {
    return new Bandwidth(null, null, clock);
  }

  /** The limits of one direction. Those of a peer are forgotten when nobody pays there any more. */
  final class Road {
    private final @Nullable RateLimit node;
    private final Map<String, RateLimit> peers = new MapMaker().weakValues().makeMap();

    private Road(@Nullable RateLimit node) {
      this.node = node;
    }

    @Nullable RateLimit node() {
      return node;
    }

    @Nullable RateLimit peer(String name) {
      Long rate = perPeer;
      return rate == null ? null : peers.computeIfAbsent(name, _ -> new RateLimit(rate, clock));
    }
  }

  /**
   * The limits of one operation.
   *
   * @param perJob bytes a second that this node sends or copies for it; null: no limit
   */
  public Tolls of(Stake stake, @Nullable Long perJob) {
    return new Tolls(stake, limit(perJob), sending, receiving);
  }

  private @Nullable RateLimit limit(@Nullable Long bytesPerSecond) {
    return bytesPerSecond == null ? null : new RateLimit(bytesPerSecond, clock);
  }
}
