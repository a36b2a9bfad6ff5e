package io.kvreshard.operator.observe;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.kvreshard.core.snapshot.Documents;
import io.kvreshard.core.snapshot.GroupDocuments;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.PlacementRef;
import io.kvreshard.crd.document.MissingPlacementException;
import io.kvreshard.crd.document.RejectedFieldException;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The documents in specs of KVSnapshots, which never change. What was not asked for longest is
 * forgotten when the memory is full. Thread-safe; who waits for a text that is slow to come keeps
 * nobody else waiting.
 */
final class SnapshotDocuments {
  /** So much for all together: some dozens of the largest, thousands of plain ones. */
  private static final long MEMORY = 64L << 20;

  private final BiFunction<String, PlacementRef, Optional<String>> texts;
  private final Cache<String, Documents> known;

  /**
   * Nothing is remembered yet.
   *
   * @param texts that placementRefs of a namespace lead to; empty if it is not there
   */
  SnapshotDocuments(BiFunction<String, PlacementRef, Optional<String>> texts) {
    this(texts, MEMORY);
  }

  /** With room for so many bytes, as it is estimated. */
  SnapshotDocuments(BiFunction<String, PlacementRef, Optional<String>> texts, long bytes) {
    this.texts = texts;
    this.known =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .weigher(DocumentsWeight::of)
            .executor(Runnable::run)
            .build();
  }

  /** The snapshot's; a missing one is looked for every time. */
  Documents of(KVSnapshot snapshot) {
    var uid = snapshot.getMetadata().getUid();
    var found = known.getIfPresent(uid);
    if (found != null) {
      return found;
    }
    // Two who ask at the same time may both read: that is cheaper than to wait for each other.
    var read = read(snapshot);
    if (!(read instanceof Documents.Missing)) {
      known.put(uid, read);
    }
    return read;
  }

  /** Bytes that the remembered ones take, as it is estimated. */
  long bytes() {
    return known.policy().eviction().orElseThrow().weightedSize().orElseThrow();
  }

  private Documents read(KVSnapshot snapshot) {
    var namespace = snapshot.getMetadata().getNamespace();
    try {
      var groups =
          io.kvreshard.crd.document.Documents.read(
              snapshot.getSpec(), reference -> texts.apply(namespace, reference));
      return new Documents.Valid(
          groups.stream()
              .map(it -> new GroupDocuments(it.name(), it.snapshot(), it.placement()))
              .toList());
    } catch (MissingPlacementException e) {
      return new Documents.Missing(e.getMessage() + ".");
    } catch (RejectedFieldException e) {
      return new Documents.Invalid(e.getMessage() + ".");
    }
  }
}
