package io.kvreshard.agent.runtime;

import io.kvreshard.proto.runtime.v1.SnapshotOffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** All who listen, as one. */
final class Listeners implements RuntimeListener {
  private final List<RuntimeListener> all = new CopyOnWriteArrayList<>();

  AutoCloseable add(RuntimeListener listener) {
    all.add(listener);
    return () -> all.remove(listener);
  }

  @Override
  public void joined(RuntimeIdentity who) {
    each(l -> l.joined(who));
  }

  @Override
  public void left(RuntimeIdentity who, String reason) {
    each(l -> l.left(who, reason));
  }

  @Override
  public Optional<String> offered(RuntimeIdentity who, SnapshotOffer offer)
      throws InterruptedException {
    for (RuntimeListener listener : all) {
      Optional<String> refusal = listener.offered(who, offer);
      if (refusal.isPresent()) {
        return refusal;
      }
    }
    return Optional.empty();
  }

  @Override
  public void withdrawn(RuntimeIdentity who, String snapshotName) {
    each(l -> l.withdrawn(who, snapshotName));
  }

  @Override
  public void capacity(RuntimeIdentity who, long freeTokens) {
    each(l -> l.capacity(who, freeTokens));
  }

  /** One listener's failure is not another's. */
  private void each(Consumer<RuntimeListener> event) {
    RuntimeException failure = null;
    for (RuntimeListener listener : all) {
      try {
        event.accept(listener);
      } catch (RuntimeException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
