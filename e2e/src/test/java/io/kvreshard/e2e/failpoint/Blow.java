package io.kvreshard.e2e.failpoint;

import io.kvreshard.failpoint.Fault;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A strike, from the beginning of its case to the end of what it has done. */
final class Blow implements Danger {
  private final Rig rig;
  private final Strike strike;
  private final Subject victim;
  private final BooleanSupplier moving;
  private final Consumer<String> story;
  private boolean struck;
  private boolean over;
  private boolean counting;
  private long sinceNanos;

  /**
   * Waits for its moment.
   *
   * @param moving from when on time is counted
   * @param story is told what happens
   */
  Blow(Rig rig, Strike strike, BooleanSupplier moving, Consumer<String> story) {
    this.rig = rig;
    this.strike = strike;
    this.victim = rig.subjects(strike.role()).getFirst();
    this.moving = moving;
    this.story = story;
  }

  @Override
  public boolean struck() {
    return struck;
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
    if (!counting) {
      counting = moving.getAsBoolean();
      sinceNanos = System.nanoTime();
    }
    long nanos = System.nanoTime() - sinceNanos;
    if (counting && !struck && nanos >= strike.after().toNanos() && victim.alive()) {
      strike();
    } else if (struck && nanos >= Strike.STOP.toNanos()) {
      victim.resume();
      story.accept("SIGCONT " + victim.name());
      over = true;
    }
  }

  private void strike() {
    story.accept("SIG%s %s".formatted(strike.fault().name(), victim.name()));
    if (strike.fault() == Fault.KILL) {
      victim.kill();
      over = true;
    } else {
      rig.stop(victim);
      sinceNanos = System.nanoTime();
    }
    struck = true;
  }
}
