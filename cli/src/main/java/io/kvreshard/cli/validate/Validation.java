package io.kvreshard.cli.validate;

import io.kvreshard.cli.input.InputFile;
import io.kvreshard.cli.input.RefusedException;
import io.kvreshard.cli.input.UnreadableYamlException;
import io.kvreshard.cli.input.YamlText;
import io.kvreshard.cli.resource.ConfigMaps;
import io.kvreshard.cli.resource.Manifest;
import io.kvreshard.cli.wire.KnownDocuments;
import io.kvreshard.cli.wire.Profile;
import io.kvreshard.cli.wire.WireKind;
import io.kvreshard.cli.wire.WireTexts;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Judges all documents of all files, in their order. */
public final class Validation {
  private final Optional<WireKind> kind;
  private final Profile profile;
  private final List<Subject> subjects = new ArrayList<>();

  private Validation(Optional<WireKind> kind, Profile profile) {
    this.kind = kind;
    this.profile = profile;
  }

  /**
   * The verdicts on all documents.
   *
   * @param kind what the files hold; empty: found out for each document
   * @param profile whose limits hold for documents of the wire contract
   */
  static List<Verdict> of(Collection<InputFile> files, Optional<WireKind> kind, Profile profile) {
    var validation = new Validation(kind, profile);
    files.forEach(validation::add);
    return validation.judge();
  }

  /**
   * The objects of Kubernetes in files of which nothing may be invalid.
   *
   * @throws RefusedException that says everything that is
   */
  public static List<Manifest> manifests(Collection<InputFile> files) {
    var validation = new Validation(Optional.empty(), Profile.PRODUCTION);
    files.forEach(validation::add);
    var invalid = validation.judge().stream().filter(Verdict.Invalid.class::isInstance).toList();
    if (!invalid.isEmpty()) {
      throw new RefusedException(
          "the files are not valid:\n" + String.join("\n", VerdictText.lines(invalid)));
    }
    return validation.manifests();
  }

  private List<Manifest> manifests() {
    return subjects.stream()
        .filter(Subject.Resource.class::isInstance)
        .map(subject -> ((Subject.Resource) subject).manifest())
        .toList();
  }

  private void add(InputFile file) {
    int before = subjects.size();
    try {
      divide(file.name(), file.text());
      if (subjects.size() == before) {
        throw new RejectedException(RejectionCategory.SYNTAX, "", "there is no document in it");
      }
    } catch (UnreadableYamlException e) {
      subjects.add(new Subject.Unreadable(new Place(file.name(), e.line(), "file"), e.rejection()));
    } catch (RejectedException e) {
      subjects.add(new Subject.Unreadable(new Place(file.name(), 1, "file"), e.rejection()));
    }
  }

  private void divide(String name, String text) {
    if (kind.isPresent() || WireTexts.isWire(text)) {
      for (var piece : WireTexts.split(text)) {
        var is = kind.or(() -> WireKind.guess(piece.text()));
        subjects.add(new Subject.Wire(name, piece.line(), piece.text(), is, profile));
      }
    } else {
      for (var document : YamlText.read(text)) {
        Manifest.of(name, document).forEach(it -> subjects.add(new Subject.Resource(it)));
      }
    }
  }

  /** First those that stand for themselves, as others refer to them. */
  private List<Verdict> judge() {
    var known = new KnownDocuments();
    var maps = ConfigMaps.of(manifests());
    var verdicts = new ArrayList<Optional<Verdict>>();
    for (var subject : subjects) {
      verdicts.add(
          subject.dependent() ? Optional.empty() : Optional.of(subject.judge(known, maps)));
    }
    for (int i = 0; i < verdicts.size(); i++) {
      if (verdicts.get(i).isEmpty()) {
        verdicts.set(i, Optional.of(subjects.get(i).judge(known, maps)));
      }
    }
    return verdicts.stream().map(Optional::orElseThrow).toList();
  }
}
