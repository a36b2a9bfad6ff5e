package io.kvreshard.e2e.failpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Plays case after case on one rig. A rig in which everything held serves the next case, too: that
 * is another test of it. One in which something did not is left behind, with its folder. For one
 * thread.
 */
final class Lane implements AutoCloseable {
  private final Survey survey;
  private int jobs;
  private @Nullable Rig rig;

  /**
   * A lane that has no rig yet.
   *
   * @param survey is told which points undisturbed cases pass
   */
  Lane(Survey survey) {
    this.survey = survey;
  }

  /** A case; once more if nobody came by. */
  Outcome walk(Case what) {
    var outcome = once(what);
    return outcome.met() || !outcome.violations().isEmpty() ? outcome : once(what);
  }

  /** After one with a fault, a job that nobody disturbs. */
  private Outcome once(Case what) {
    var used = rig();
    var outcome = play(used, what);
    if (outcome.violations().isEmpty()) {
      if (what.harm().isPresent()) {
        outcome = outcome.then(play(used, Case.undisturbed(Scenario.MOVE)));
      } else {
        survey.add(used, what.scenario());
      }
    }
    if (!outcome.violations().isEmpty()) {
      used.close();
      rig = null;
    }
    return outcome;
  }

  private Outcome play(Rig on, Case what) {
    jobs++;
    return Play.of(on, what, "job-" + jobs);
  }

  private Rig rig() {
    var there = rig;
    if (there == null) {
      try {
        there = Rig.start(Files.createTempDirectory("kvf-"));
      } catch (IOException | GeneralSecurityException e) {
        throw new IllegalStateException("the rig cannot be built", e);
      }
      rig = there;
    }
    return there;
  }

  @Override
  public void close() {
    if (rig != null) {
      rig.close();
      remove(rig.root());
    }
  }

  private static void remove(Path root) {
    try (var files = Files.walk(root)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
