package io.kvreshard.cli.validate;

import io.kvreshard.cli.resource.ConfigMaps;
import io.kvreshard.cli.resource.Manifest;
import io.kvreshard.cli.resource.PlacementFragment;
import io.kvreshard.cli.resource.ResourceCheck;
import io.kvreshard.cli.resource.SnapshotObject;
import io.kvreshard.cli.wire.KnownDocuments;
import io.kvreshard.cli.wire.Profile;
import io.kvreshard.cli.wire.WireKind;
import io.kvreshard.cli.wire.WireText;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.Rejection;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.job.Compatibility;
import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.document.MissingPlacementException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A document that is to be judged. */
sealed interface Subject {
  /** True if it is judged with the help of others, which must be judged before. */
  default boolean dependent() {
    return false;
  }

  /** Judges it; what it offers to others is added to {@code known}. */
  Verdict judge(KnownDocuments known, ConfigMaps maps);

  /** A file in which no documents can be told apart. */
  record Unreadable(Place place, Rejection rejection) implements Subject {
    @Override
    public Verdict judge(KnownDocuments known, ConfigMaps maps) {
      return new Verdict.Invalid(place, List.of(new Verdict.Problem(place.line(), rejection)));
    }
  }

  /** A document of the wire contract. */
  record Wire(String file, int line, String text, Optional<WireKind> kind, Profile profile)
      implements Subject {
    @Override
    public boolean dependent() {
      return kind.filter(WireKind::dependent).isPresent();
    }

    @Override
    public Verdict judge(KnownDocuments known, ConfigMaps maps) {
      var place = new Place(file, line, kind.map(WireKind::toString).orElse("document"));
      try {
        var facts = WireText.read(kind, text, profile, known);
        return new Verdict.Valid(place, facts, List.of());
      } catch (RejectedException e) {
        return new Verdict.Invalid(place, List.of(new Verdict.Problem(line, e.rejection())));
      }
    }
  }

  /** An object of Kubernetes, or a piece of one. */
  record Resource(Manifest manifest) implements Subject {
    @Override
    public Verdict judge(KnownDocuments known, ConfigMaps maps) {
      if (PlacementFragment.is(manifest.object())) {
        return verdict("placement", PlacementFragment.check(manifest.object()), Map.of());
      }
      if (manifest.foreign()) {
        return new Verdict.Foreign(place(manifest.title()));
      }
      var found = ResourceCheck.of(manifest.object());
      if (found.isEmpty() && manifest.kind().equals(KVSnapshot.class.getSimpleName())) {
        return snapshot(known, maps);
      }
      if (found.isEmpty() && manifest.kind().equals(KVReshardJob.class.getSimpleName())) {
        found = refusedByTheOperator();
      }
      return verdict(manifest.title(), found, Map.of());
    }

    /** What the API server lets pass and the operator ends at once. */
    private List<Rejection> refusedByTheOperator() {
      var spec = manifest.object().path("spec");
      var field = "/target/snapshotRef/name";
      return Compatibility.refuseSelf(
              spec.at("/source/snapshotRef/name").asText(), spec.at(field).asText())
          .map(
              refusal ->
                  List.of(
                      new Rejection(RejectionCategory.STATE, "/spec" + field, refusal.message())))
          .orElse(List.of());
    }

    private Verdict snapshot(KnownDocuments known, ConfigMaps maps) {
      var facts = new LinkedHashMap<String, String>();
      try {
        for (var group : SnapshotObject.read(manifest.object(), ref -> maps.text(manifest, ref))) {
          known.add(group.snapshot());
          known.add(group.placement());
          var prefix = "groups[\"%s\"].".formatted(group.name());
          facts.put(prefix + "snapshot_digest", group.snapshot().digest());
          facts.put(prefix + "placement_digest", group.placement().digest());
        }
        return verdict(manifest.title(), List.of(), facts);
      } catch (RejectedException e) {
        return verdict(manifest.title(), List.of(e.rejection()), Map.of());
      } catch (MissingPlacementException e) {
        return new Verdict.Valid(
            place(manifest.title()),
            Map.of(),
            List.of(e.getMessage() + " (in the files): the placement was not looked at"));
      }
    }

    private Verdict verdict(String title, List<Rejection> found, Map<String, String> facts) {
      return found.isEmpty()
          ? new Verdict.Valid(place(title), facts, List.of())
          : new Verdict.Invalid(
              place(title),
              found.stream()
                  .map(it -> new Verdict.Problem(manifest.line(it.pointer()), it))
                  .toList());
    }

    private Place place(String title) {
      return new Place(manifest.file(), manifest.line(""), title);
    }
  }
}
