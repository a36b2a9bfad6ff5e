package io.kvreshard.operator.observe;

import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.snapshot.Documents;
import io.kvreshard.core.snapshot.GroupDocuments;

/** What remembered documents take in memory, estimated from above by what there are many of. */
final class DocumentsWeight {
  private static final long ENTRY = 1024;
  private static final long GROUP = 4096;
  private static final long PARTICIPANT = 1024;

  /** Its id, and the place of the participant among the layer's owners. */
  private static final long LAYER = 16;

  private DocumentsWeight() {}

  /** Bytes. */
  static int of(String uid, Documents documents) {
    return (int) Math.min(ENTRY + bytes(documents), Integer.MAX_VALUE);
  }

  private static long bytes(Documents documents) {
    return switch (documents) {
      case Documents.Valid(var groups) ->
          groups.stream().map(GroupDocuments::placement).mapToLong(DocumentsWeight::bytes).sum();
      case Documents.Invalid(var message) -> 2L * message.length();
      case Documents.Missing(var message) -> 2L * message.length();
    };
  }

  private static long bytes(Placement placement) {
    return GROUP
        + placement.parts().stream()
            .mapToLong(part -> PARTICIPANT + LAYER * part.layers().size())
            .sum();
  }
}
