package io.kvreshard.core.job;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.HeadDims;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.snapshot.Documents;
import io.kvreshard.core.snapshot.GroupDocuments;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Whether source and target speak of the same content in the same geometry. */
public final class Compatibility {
  private Compatibility() {}

  private record Field<T>(Reason reason, String name, Function<T, Object> value) {}

  private static final List<Field<Snapshot>> IDENTITY =
      List.of(
          new Field<>(Reason.NamespaceMismatch, "namespace", Snapshot::namespace),
          new Field<>(Reason.IdentityMismatch, "resourceId", Snapshot::resourceId),
          new Field<>(Reason.IdentityMismatch, "modelId", Snapshot::modelId),
          new Field<>(Reason.IdentityMismatch, "modelRevision", Snapshot::modelRevision),
          new Field<>(Reason.IdentityMismatch, "tokenStart", Snapshot::tokenStart),
          new Field<>(Reason.IdentityMismatch, "tokenCount", Snapshot::tokenCount),
          new Field<>(Reason.IdentityMismatch, "tokenFingerprint", Snapshot::tokenFingerprint),
          new Field<>(
              Reason.IdentityMismatch, "semanticFingerprint", Snapshot::semanticFingerprint));

  private static final List<Field<Descriptor>> GEOMETRY =
      List.of(
          new Field<>(Reason.GranuleMismatch, "pageSize", Descriptor::pageSize),
          new Field<>(
              Reason.GeometryMismatch, "layers", descriptor -> descriptor.layers().format()),
          new Field<>(Reason.GeometryMismatch, "dtype", Descriptor::dtype),
          new Field<>(Reason.GeometryMismatch, "itemsize", Descriptor::itemsize),
          new Field<>(Reason.GeometryMismatch, "totalKvHeads", Descriptor::totalKvHeads),
          new Field<>(
              Reason.GeometryMismatch,
              "components",
              descriptor -> descriptor.components().stream().map(Component::wire).toList()),
          new Field<>(Reason.GeometryMismatch, "keyHeadDim", descriptor -> descriptor.dims().key()),
          new Field<>(Reason.GeometryMismatch, "valueHeadDim", Compatibility::valueHeadDim));

  /** A refusal, if one KVSnapshot is named as both ends. */
  public static Optional<JobDecision.Fail> refuseSelf(String source, String target) {
    return source.equals(target)
        ? Optional.of(
            new JobDecision.Fail(
                Reason.SelfTarget,
                "spec.target.snapshotRef.name: \"%s\" is the source itself: name another KVSnapshot."
                    .formatted(target)))
        : Optional.empty();
  }

  /** A refusal, if both are known and differ. */
  static Optional<JobDecision.Fail> refuse(
      @Nullable SnapshotView source, @Nullable SnapshotView target) {
    if (source == null
        || target == null
        || !(source.documents() instanceof Documents.Valid(var from))
        || !(target.documents() instanceof Documents.Valid(var to))) {
      return Optional.empty();
    }
    return refuse(source.name(), from, target.name(), to);
  }

  /**
   * A refusal, if they differ.
   *
   * @param source name of the source's KVSnapshot
   * @param from its groups
   * @param target name of the target's
   * @param to its groups
   */
  public static Optional<JobDecision.Fail> refuse(
      String source, List<GroupDocuments> from, String target, List<GroupDocuments> to) {
    var names = names(from);
    if (!names.equals(names(to))) {
      return Optional.of(
          new JobDecision.Fail(
              Reason.IdentityMismatch,
              "spec.groups: KVSnapshot \"%s\" has %s, KVSnapshot \"%s\" has %s: both need the same cache groups."
                  .formatted(source, names, target, names(to))));
    }
    for (var group : from) {
      var other =
          to.stream().filter(it -> it.name().equals(group.name())).findFirst().orElseThrow();
      var at =
          "KVSnapshots \"%s\" and \"%s\": spec.groups[\"%s\"]"
              .formatted(source, target, group.name());
      var difference =
          difference(IDENTITY, group.snapshot(), other.snapshot(), at + ".snapshot.")
              .or(
                  () ->
                      difference(
                          GEOMETRY,
                          group.placement().descriptor(),
                          other.placement().descriptor(),
                          at + ".placement.descriptor."));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  private static Object valueHeadDim(Descriptor descriptor) {
    return switch (descriptor.dims()) {
      case HeadDims.KeyValue(_, var value) -> value;
      case HeadDims.KeyOnly _ -> "none";
    };
  }

  private static List<String> names(List<GroupDocuments> groups) {
    return groups.stream().map(GroupDocuments::name).sorted().toList();
  }

  private static <T> Optional<JobDecision.Fail> difference(
      List<Field<T>> fields, T source, T target, String at) {
    for (var field : fields) {
      var from = field.value().apply(source);
      var to = field.value().apply(target);
      if (!from.equals(to)) {
        return Optional.of(
            new JobDecision.Fail(
                field.reason(),
                "%s%s: source has \"%s\", target has \"%s\": they must be equal, reserve the target for this source."
                    .formatted(at, field.name(), from, to)));
      }
    }
    return Optional.empty();
  }
}
