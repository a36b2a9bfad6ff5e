package io.kvreshard.e2e.failpoint;

import io.kvreshard.e2e.failpoint.Scenario.Laid;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A trap that is laid, from its laying to the end of what it has done. */
final class Ambush implements Danger {
  private final Rig rig;
  private final Laid laid;
  private final List<Subject> subjects;
  private final Duration stop;
  private final Consumer<String> story;
  private @Nullable Subject victim;
  private boolean over;
  private long beganNanos;

  /**
   * Watches a trap.
   *
   * @param stop how long a process stays stopped
   * @param story is told what happens
   */
  Ambush(Rig rig, Laid laid, Duration stop, Consumer<String> story) {
    this.rig = rig;
    this.laid = laid;
    this.subjects = rig.subjects(laid.role());
    this.stop = stop;
    this.story = story;
  }

  @Override
  public boolean struck() {
    return victim != null;
  }

  @Override
  public boolean over() {
    return over;
  }

  @Override
  public void look() {
    if (over) {
      return;
    }
    if (victim == null) {
      subjects.stream()
          .filter(subject -> subject.traps().struck(laid.trap()))
          .findFirst()
          .ifPresent(this::strike);
    } else if (System.nanoTime() - beganNanos > stop.toNanos()) {
      victim.traps().release(laid.trap());
      victim.resume();
      story.accept("SIGCONT " + victim.name());
      over = true;
    }
  }

  private void strike(Subject subject) {
    victim = subject;
    // Its successor may be another process, which must not step into it, too.
    subjects.stream().filter(it -> it != subject).forEach(it -> it.traps().lay(List.of()));
    story.accept(laid.trap() + " strikes " + subject.name());
    beganNanos = System.nanoTime();
    switch (laid.trap().fault()) {
      case ERROR -> over = true;
      case KILL -> {
        subject.kill();
        over = true;
      }
      case STOP -> rig.stop(subject);
    }
  }
}
