package io.kvreshard.sim.link;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A worker that has joined, and what it owes answers to. {@link #ready} belongs to the hub's lock.
 */
final class WorkerPeer {
  final String participant;
  final Wire wire;
  boolean ready;
  private final Map<Long, CompletableFuture<Optional<String>>> asked = new HashMap<>();
  private boolean gone;

  WorkerPeer(String participant, Wire wire) {
    this.participant = participant;
    this.wire = wire;
  }

  synchronized CompletableFuture<Optional<String>> asked(long id) {
    CompletableFuture<Optional<String>> answer = new CompletableFuture<>();
    if (gone) {
      answer.complete(Optional.of(participant + " is gone"));
    } else {
      asked.put(id, answer);
    }
    return answer;
  }

  synchronized void answered(long id, Optional<String> failure) {
    CompletableFuture<Optional<String>> answer = asked.remove(id);
    if (answer != null) {
      answer.complete(failure.map(f -> participant + ": " + f));
    }
  }

  synchronized void gone() {
    gone = true;
    forget(participant + " is gone");
  }

  /** Nobody needs to wait for what was asked. */
  synchronized void forget(String reason) {
    asked.values().forEach(a -> a.complete(Optional.of(reason)));
    asked.clear();
  }
}
