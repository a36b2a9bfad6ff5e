package io.kvreshard.core.contract;

import io.kvreshard.core.CodePoints;
import io.kvreshard.core.Limits;
import io.kvreshard.core.Quoted;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rules between a placement and its parts, before coverage (CONTRACT §4.5). */
final class PartsCheck {
  private PartsCheck() {}

  /** The parts ascending by participant id, each agreeing with the placement that holds it. */
  static List<Part> check(
      String resourceId,
      String revision,
      String placementSetId,
      Topology topology,
      Descriptor descriptor,
      List<Part> parts,
      Limits limits) {
    Check.notEmpty("/resource_id", resourceId);
    Check.notEmpty("/revision", revision);
    Check.notEmpty("/placement_set_id", placementSetId);
    Limits.checkItems("/parts", "parts", parts.size());
    limits.checkWork("/parts", parts.size(), descriptor.layers().size());
    checkParticipants(topology, parts);
    Map<String, Rank> ranks = HashMap.newHashMap(parts.size());
    topology.participants().forEach(member -> ranks.put(member.id(), member.rank()));
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      String at = "/parts/" + i;
      Check.same(at + "/resource_id", "resource_id", part.resourceId(), resourceId);
      Check.same(at + "/revision", "revision", part.revision(), revision);
      Check.same(
          at + "/placement_set_id", "placement_set_id", part.placementSetId(), placementSetId);
      Check.same(at + "/topology_id", "topology_id", part.topologyId(), topology.id());
      if (!part.descriptor().equals(descriptor)) {
        throw differs(at + "/descriptor", part, "descriptor", "placement's");
      }
      if (!part.rank().equals(ranks.get(part.participantId()))) {
        throw differs(at + "/rank", part, "rank", "topology's");
      }
    }
    return parts.stream()
        .sorted(Comparator.comparing(Part::participantId, CodePoints.ORDER))
        .toList();
  }

  private static void checkParticipants(Topology topology, List<Part> parts) {
    Map<String, Integer> partOf = HashMap.newHashMap(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      String id = parts.get(i).participantId();
      if (partOf.put(id, i) != null) {
        throw Check.reject(
            RejectionCategory.DUPLICATE_ID,
            "/parts/" + i + "/participant_id",
            "participant " + Quoted.of(id) + " has two parts");
      }
    }
    for (Participant participant : topology.participants()) {
      if (partOf.remove(participant.id()) == null) {
        throw Check.reject(
            RejectionCategory.UNKNOWN_REF,
            "/parts",
            "participant %s of the topology has no part".formatted(Quoted.of(participant.id())));
      }
    }
    partOf.forEach(
        (id, index) -> {
          throw Check.reject(
              RejectionCategory.UNKNOWN_REF,
              "/parts/" + index + "/participant_id",
              "participant %s is not in the topology".formatted(Quoted.of(id)));
        });
  }

  private static RejectedException differs(String pointer, Part part, String what, String whose) {
    return Check.reject(
        RejectionCategory.IDENTITY,
        pointer,
        "the %s of participant %s differs from the %s"
            .formatted(what, Quoted.of(part.participantId()), whose));
  }
}
