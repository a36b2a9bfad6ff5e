package io.kvreshard.core.contract;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.Limits;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.JsonReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Participants that read, each with the node that it is on; not empty, ids distinct. Nodes are
 * numbers: only which are equal and their order means anything.
 */
public final class Consumers {
  private static final String POINTER = "/consumer_nodes";

  /** A participant of the target and its node's index, u64. */
  public record Consumer(String participantId, long nodeIndex) {
    public Consumer {
      Check.notEmpty(POINTER, participantId);
    }
  }

  private final List<Consumer> sorted;

  private Consumers(List<Consumer> sorted) {
    this.sorted = sorted;
  }

  /** These consumers, in any order. */
  public static Consumers of(List<Consumer> consumers) {
    if (consumers.isEmpty()) {
      throw reject(RejectionCategory.EMPTY, "a balanced plan needs at least one consumer");
    }
    Limits.checkItems(POINTER, "consumers", consumers.size());
    List<Consumer> sorted =
        consumers.stream()
            .sorted(Comparator.comparing(Consumer::participantId, CodePoints.ORDER))
            .toList();
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).participantId().equals(sorted.get(i - 1).participantId())) {
        throw reject(
            RejectionCategory.DUPLICATE_ID,
            "participant %s is named twice".formatted(Quoted.of(sorted.get(i).participantId())));
      }
    }
    return new Consumers(sorted);
  }

  /** Ascending by participant id. */
  public List<Consumer> all() {
    return sorted;
  }

  /** The index of each node, ascending, once. */
  List<Long> nodes() {
    return sorted.stream().map(Consumer::nodeIndex).distinct().sorted(U64::compare).toList();
  }

  /** Reads {@code [[participant_id, node_index], …]}. */
  static List<Consumer> read(JsonReader in) {
    List<Consumer> consumers = new ArrayList<>();
    in.beginArray(Limits.ITEMS);
    while (in.nextElement()) {
      in.beginArray(2);
      requireElement(in);
      String participantId = in.string();
      requireElement(in);
      long nodeIndex = in.u64();
      in.nextElement();
      consumers.add(new Consumer(participantId, nodeIndex));
    }
    return consumers;
  }

  void write(CanonicalJson json) {
    json.beginArray();
    for (Consumer consumer : sorted) {
      json.beginArray().string(consumer.participantId()).u64(consumer.nodeIndex()).endArray();
    }
    json.endArray();
  }

  private static void requireElement(JsonReader in) {
    if (!in.nextElement()) {
      throw Check.reject(
          RejectionCategory.LIST, "", "a pair [participant_id, node_index] is needed");
    }
  }

  private static RejectedException reject(RejectionCategory category, String message) {
    return Check.reject(category, POINTER, message);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Consumers consumers && sorted.equals(consumers.sorted);
  }

  @Override
  public int hashCode() {
    return sorted.hashCode();
  }

  @Override
  public String toString() {
    return sorted.toString();
  }
}
