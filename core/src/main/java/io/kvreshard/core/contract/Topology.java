package io.kvreshard.core.contract;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.Limits;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.json.CanonicalJson;
import io.kvreshard.core.json.FieldSet;
import io.kvreshard.core.json.JsonReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The participants of a parallel group (CONTRACT §4.3). The set need not be complete: the sizes
 * only bound the ranks.
 */
public final class Topology {
  private static final FieldSet FIELDS =
      FieldSet.of("dp_size", "participants", "pp_size", "topology_id", "tp_size");

  private static final Comparator<Participant> BY_ID =
      Comparator.comparing(Participant::id, CodePoints.ORDER);

  private final long dpSize;
  private final long ppSize;
  private final long tpSize;
  private final List<Participant> participants;
  private final String id;

  private Topology(long dpSize, long ppSize, long tpSize, List<Participant> sorted) {
    this.dpSize = dpSize;
    this.ppSize = ppSize;
    this.tpSize = tpSize;
    this.participants = sorted;
    this.id = "sha256:" + CanonicalJson.sha256(this::writeContent);
  }

  /** A topology of these participants, in any order: not empty, ids and ranks distinct. */
  public static Topology create(
      long dpSize, long ppSize, long tpSize, List<Participant> participants) {
    checkRanks(dpSize, ppSize, tpSize, participants);
    List<Participant> sorted = participants.stream().sorted(BY_ID).toList();
    checkDistinctIds(sorted);
    return new Topology(dpSize, ppSize, tpSize, sorted);
  }

  static Topology read(JsonReader in) {
    long dpSize = 0;
    long ppSize = 0;
    long tpSize = 0;
    String id = "";
    List<Participant> participants = new ArrayList<>();
    for (String field = in.beginObject(FIELDS); field != null; field = in.nextField()) {
      switch (field) {
        case "dp_size" -> dpSize = in.u64();
        case "participants" -> readParticipants(in, participants);
        case "pp_size" -> ppSize = in.u64();
        case "topology_id" -> id = in.string();
        case "tp_size" -> tpSize = in.u64();
        default -> throw in.unhandled(field);
      }
    }
    Topology topology = create(dpSize, ppSize, tpSize, participants);
    Check.same("/topology_id", "topology_id", id, topology.id);
    return topology;
  }

  public long dpSize() {
    return dpSize;
  }

  public long ppSize() {
    return ppSize;
  }

  public long tpSize() {
    return tpSize;
  }

  /** Ascending by id. */
  public List<Participant> participants() {
    return participants;
  }

  /** {@code sha256:} and the hash of the content. */
  public String id() {
    return id;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Topology topology && id.equals(topology.id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public String toString() {
    return "Topology[%d participants, %s]".formatted(participants.size(), id);
  }

  void write(CanonicalJson json) {
    json.beginObject().name("dp_size").u64(dpSize).name("participants");
    writeParticipants(json);
    json.name("pp_size").u64(ppSize);
    json.name("topology_id").string(id);
    json.name("tp_size").u64(tpSize);
    json.endObject();
  }

  private static void readParticipants(JsonReader in, List<Participant> participants) {
    in.beginArray(Limits.ITEMS);
    while (in.nextElement()) {
      participants.add(Participant.read(in));
    }
  }

  private void writeContent(CanonicalJson json) {
    json.beginObject().name("dp_size").u64(dpSize).name("participants");
    writeParticipants(json);
    json.name("pp_size").u64(ppSize);
    json.name("schema").string("kv-cache-topology");
    json.name("tp_size").u64(tpSize);
    json.endObject();
  }

  private void writeParticipants(CanonicalJson json) {
    json.beginArray();
    participants.forEach(participant -> participant.write(json));
    json.endArray();
  }

  private static void checkRanks(
      long dpSize, long ppSize, long tpSize, List<Participant> participants) {
    Check.positive("/dp_size", dpSize);
    Check.positive("/pp_size", ppSize);
    Check.positive("/tp_size", tpSize);
    if (participants.isEmpty()) {
      throw Check.reject(
          RejectionCategory.EMPTY, "/participants", "a topology needs at least one participant");
    }
    Limits.checkItems("/participants", "participants", participants.size());
    Set<Rank> ranks = HashSet.newHashSet(participants.size());
    for (int i = 0; i < participants.size(); i++) {
      Rank rank = participants.get(i).rank();
      String pointer = "/participants/" + i + "/rank";
      if (!U64.lt(rank.dp(), dpSize) || !U64.lt(rank.pp(), ppSize) || !U64.lt(rank.tp(), tpSize)) {
        throw Check.reject(
            RejectionCategory.RANGE,
            pointer,
            "rank %s lies outside of the topology's sizes %s"
                .formatted(rank, new Rank(dpSize, ppSize, tpSize)));
      }
      if (!ranks.add(rank)) {
        throw Check.reject(
            RejectionCategory.DUPLICATE_ID, pointer, "rank " + rank + " has two participants");
      }
    }
  }

  private static void checkDistinctIds(List<Participant> sorted) {
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).id().equals(sorted.get(i - 1).id())) {
        throw Check.reject(
            RejectionCategory.DUPLICATE_ID,
            "/participants",
            "participant " + Quoted.of(sorted.get(i).id()) + " is named twice");
      }
    }
  }
}
