package io.kvreshard.agent.memory;

import io.kvreshard.proto.runtime.v1.Gather;
import io.kvreshard.proto.runtime.v1.Scatter;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An engine that notes where its ring is, and moves nothing. */
final class RingKeeper implements RowMover {
  Optional<RingPlace> place = Optional.empty();

  @Override
  public void attachRing(RingPlace ring, int slots, int slotBytes) {
    place = Optional.of(ring);
  }

  @Override
  public CompletableFuture<?> gather(String operation, Gather gather) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<?> scatter(String operation, Scatter scatter) {
    throw new UnsupportedOperationException();
  }
}
