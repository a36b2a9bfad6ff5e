package io.kvreshard.e2e.failpoint;

import io.kvreshard.crd.KVReshardJob;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.e2e.failpoint.Scenario.Laid;
import io.kvreshard.failpoint.Trap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Plays one case on a rig and says what does not hold. */
final class Play {
  /** A job's limits, the longest stop and a few attempts go into it. */
  private static final Duration JOB = Duration.ofMinutes(2);

  /** Some points are passed only now and then, whatever the job does. */
  private static final Duration PASSED_BY = Duration.ofSeconds(15);

  private final Rig rig;
  private final Case what;
  private final String name;
  private final Author author;
  private final List<Danger> dangers = new ArrayList<>();
  private final Watch watch;
  private boolean met;

  private Play(Rig rig, Case what, String name) {
    this.rig = rig;
    this.what = what;
    this.name = name;
    this.watch = new Watch(rig, name, rig.source(), rig.target());
    this.author = new Author(rig.plane(), what.scenario());
  }

  /**
   * Plays it.
   *
   * @param name of the job; no other of the rig has it
   */
  static Outcome of(Rig rig, Case what, String name) {
    long began = System.nanoTime();
    var play = new Play(rig, what, name);
    play.tell("begins: " + what);
    List<String> violations;
    try {
      violations = play.run();
    } catch (Violation e) {
      violations = List.of(String.valueOf(e.getMessage()));
    }
    violations.forEach(it -> play.tell("VIOLATED: " + it));
    return new Outcome(
        what,
        play.watch.end(),
        play.met,
        Duration.ofNanos(System.nanoTime() - began),
        violations,
        rig.root().toString());
  }

  private List<String> run() {
    if (what.wantsNewSessions()) {
      rig.restart(rig.source(), rig.target());
    }
    rig.renew();
    rig.subjects().forEach(subject -> subject.traps().forget());
    lay(what.traps());
    what.strike().ifPresent(it -> dangers.add(new Blow(rig, it, this::isMoving, this::tell)));
    if (what.scenario() == Scenario.RENEWED) {
      renewWatched();
    }
    create(what.job(name, rig.source(), rig.target()));
    rig.until("the job's end", JOB, () -> step() && over());
    var missed = disarm();
    if (!missed.isEmpty()) {
      throw new Violation("nobody came by " + missed);
    }
    var left = settled(new Invariants(rig, what, watch));
    rig.plane().get(KVReshardJob.class, Rig.NAMESPACE, name).ifPresent(rig.plane()::delete);
    return left;
  }

  /** Of a strike the job after it shows whether the agents still have something open. */
  private List<String> settled(Invariants invariants) {
    return what.strike().isPresent() ? invariants.soonSettled() : invariants.settled(this::tell);
  }

  private void renewWatched() {
    var before = rig.target().ready();
    rig.target().renew();
    rig.until(
        "the new offer",
        JOB,
        () -> {
          dangers.forEach(Danger::look);
          var now = rig.target().ready();
          return !now.equals(before)
              && rig.offered(rig.target(), now, SnapshotPhase.Reserved)
              && rig.offered(rig.source(), rig.source().ready(), SnapshotPhase.Ready);
        });
  }

  private void lay(List<Laid> traps) {
    for (var subject : rig.subjects()) {
      subject
          .traps()
          .lay(
              traps.stream()
                  .filter(laid -> laid.role().equals(Rig.role(subject)))
                  .map(Laid::trap)
                  .toList());
    }
    traps.forEach(laid -> dangers.add(new Ambush(rig, laid, what.stop(laid), this::tell)));
  }

  /** Takes all traps away. Returns those of the script that nobody stepped into. */
  private String disarm() {
    met = what.harm().isEmpty() || dangers.getLast().struck();
    var missed =
        what.scenario().script().stream()
            .map(Laid::trap)
            .filter(trap -> !struck(trap))
            .map(Trap::toString)
            .collect(Collectors.joining(", "));
    rig.subjects().forEach(subject -> subject.traps().lay(List.of()));
    return missed;
  }

  private boolean struck(Trap trap) {
    return rig.subjects().stream().anyMatch(it -> it.traps().struck(trap));
  }

  private boolean isMoving() {
    return watch.last().filter(job -> Author.isMoving(rig.plane(), job)).isPresent();
  }

  private void create(KVReshardJob job) {
    try {
      rig.plane().create(job);
    } catch (ConflictException e) {
      throw new Violation("job " + name + " cannot be created", e);
    }
  }

  private boolean step() {
    dangers.forEach(Danger::look);
    watch.look().ifPresent(author::look);
    return true;
  }

  private long overSince;

  private boolean over() {
    if (!ended()) {
      return false;
    }
    if (overSince == 0) {
      overSince = System.nanoTime();
      tell("the job is " + watch.end());
    }
    boolean waited = System.nanoTime() - overSince > PASSED_BY.toNanos();
    return dangers.stream().allMatch(it -> it.over() || (!it.struck() && waited));
  }

  private boolean ended() {
    return what.scenario().end().gone()
        ? watch.last().isPresent()
            && rig.plane().get(KVReshardJob.class, Rig.NAMESPACE, name).isEmpty()
        : watch.ended();
  }

  private void tell(String line) {
    try {
      Files.writeString(
          rig.root().resolve("story.log"),
          "%s %s: %s%n".formatted(Instant.now(), name, line),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
