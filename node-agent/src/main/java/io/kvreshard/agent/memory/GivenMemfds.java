package io.kvreshard.agent.memory;

import io.kvreshard.agent.memory.MemoryFailure.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The memfds of one session's engine process, each mapped once. Thread-safe. */
final class GivenMemfds {
  private final Handover handover;
  private final Map<String, Mapping> mappings = new HashMap<>();
  private @Nullable String ended;

  GivenMemfds(Handover handover) {
    this.handover = handover;
  }

  /** Maps all, or none; each is {@link Mapping#use used} once. */
  synchronized List<Mapping> use(List<Wanted> memfds) throws MemoryFailure {
    return Wanted.use(memfds, this::map);
  }

  private Mapping map(Wanted wanted) throws MemoryFailure {
    if (ended != null) {
      throw new MemoryFailure(Kind.TRANSIENT, ended);
    }
    Mapping known = mappings.get(wanted.name());
    if (known == null) {
      Mapping mapping = handover.given(wanted.name()).map(wanted.bytes());
      mappings.put(wanted.name(), mapping);
      return mapping;
    }
    long mapped = known.memory().byteSize();
    if (mapped != wanted.bytes()) {
      throw new MemoryFailure(
          Kind.REFUSED,
          "memfd %s was mapped with %d bytes, now %d are announced"
              .formatted(wanted.name(), mapped, wanted.bytes()));
    }
    return known;
  }

  synchronized void end(String reason) {
    ended = reason;
    mappings.values().forEach(m -> m.end(reason));
    mappings.clear();
  }
}
