package io.kvreshard.cli.move;

import io.kvreshard.core.snapshot.GroupDocuments;
import java.util.List;
import java.util.Map;

/**
 * One end of a move.
 *
 * @param name of its KVSnapshot
 * @param groups its documents
 * @param nodes of its participants, as far as the snapshot's status says them
 */
public record Side(String name, List<GroupDocuments> groups, Map<String, String> nodes) {
  public Side {
    groups = List.copyOf(groups);
    nodes = Map.copyOf(nodes);
  }
}
