package io.kvreshard.cli.placement;

import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.crd.DescriptorSpec;
import io.kvreshard.crd.ParticipantSpec;
import io.kvreshard.crd.PlacementSpec;
import io.kvreshard.crd.document.CacheGroup;
import io.kvreshard.crd.document.Documents;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Placements in the YAML of a KVSnapshot, a line for each participant. */
final class PlacementYaml {
  /** As people count; documents have them by id. */
  private static final Comparator<ParticipantSpec> BY_RANK =
      Comparator.comparingLong((ParticipantSpec it) -> it.rank().dp())
          .thenComparingLong(it -> it.rank().pp())
          .thenComparingLong(it -> it.rank().tp());

  private PlacementYaml() {}

  /**
   * The value of {@code spec.groups[…].placement}.
   *
   * @throws io.kvreshard.crd.document.RejectedFieldException if a KVSnapshot cannot hold it
   */
  static String fragment(Placement placement) {
    return text(spec(placement));
  }

  static String text(PlacementSpec spec) {
    var text = new StringBuilder();
    text.append("revision: %s%n".formatted(quoted(spec.revision())));
    text.append("placementSetId: %s%n".formatted(quoted(spec.placementSetId())));
    text.append("descriptor: %s%n".formatted(descriptor(spec.descriptor())));
    text.append(
        "topology: {dp: %d, pp: %d, tp: %d}%n"
            .formatted(spec.topology().dp(), spec.topology().pp(), spec.topology().tp()));
    text.append("participants:\n");
    spec.participants().stream()
        .sorted(BY_RANK)
        .forEach(it -> text.append("  - ").append(participant(it)).append('\n'));
    return text.toString();
  }

  /** A string of YAML, whatever is in it. */
  static String quoted(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static PlacementSpec spec(Placement placement) {
    var any =
        Snapshot.create(
            "any", placement.resourceId(), "any", "any", 0, 1, "0".repeat(64), "0".repeat(64));
    var groups = Documents.write(List.of(new CacheGroup("default", any, placement)));
    return Objects.requireNonNull(groups.getFirst().placement());
  }

  private static String descriptor(DescriptorSpec it) {
    return "{layers: %s, dtype: %s, itemsize: %d, pageSize: %d, totalKvHeads: %d, keyHeadDim: %d, %s, layout: %s}"
        .formatted(
            quoted(it.layers()),
            it.dtype(),
            it.itemsize(),
            it.pageSize(),
            it.totalKvHeads(),
            it.keyHeadDim(),
            it.valueHeadDim() == null
                ? "components: " + it.components()
                : "valueHeadDim: " + it.valueHeadDim(),
            it.layout());
  }

  private static String participant(ParticipantSpec it) {
    return "{id: %s, rank: {dp: %d, pp: %d, tp: %d}, layers: %s, heads: {start: %d, count: %d}, replica: {ordinal: %d, count: %d}}"
        .formatted(
            it.id(),
            it.rank().dp(),
            it.rank().pp(),
            it.rank().tp(),
            quoted(it.layers()),
            it.heads().start(),
            it.heads().count(),
            it.replica().ordinal(),
            it.replica().count());
  }
}
