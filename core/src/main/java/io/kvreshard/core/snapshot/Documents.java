package io.kvreshard.core.snapshot;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What the documents in a KVSnapshot's spec turned out to be. */
public sealed interface Documents {
  /** They keep all rules of the contract. */
  record Valid(List<GroupDocuments> groups) implements Documents {
    public Valid {
      groups = List.copyOf(groups);
    }

    /** Ids of all participants of all groups. */
    public SortedSet<String> participants() {
      var ids = new TreeSet<String>();
      for (var group : groups) {
        group.placement().parts().forEach(part -> ids.add(part.participantId()));
      }
      return ids;
    }
  }

  /**
   * One breaks a rule: another spec is needed.
   *
   * @param message names the field and the rule
   */
  record Invalid(String message) implements Documents {}

  /**
   * One is not there yet.
   *
   * @param message names the ConfigMap and the key
   */
  record Missing(String message) implements Documents {}
}
