package io.kvreshard.e2e.failpoint;

import io.kvreshard.failpoint.Failpoint;
import io.kvreshard.failpoint.Fault;
import io.kvreshard.failpoint.Moment;
import io.kvreshard.failpoint.Step;
import io.kvreshard.failpoint.Trap;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What those of a role meet that come by a point first. No signal is sent: the process answers to
 * everything else, as one whose device or network is slow, or fails once.
 */
final class Snag implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Rig rig;
  private final List<Subject> subjects;
  private final List<Trap> traps;

  private Snag(Rig rig, String role, Failpoint point, int times, Fault fault) {
    this.rig = rig;
    this.subjects = rig.subjects(role);
    this.traps =
        IntStream.rangeClosed(1, times).mapToObj(hit -> new Trap(point, hit, fault)).toList();
    lay(traps);
  }

  /** What is done there takes until this is closed. */
  static Snag hold(Rig rig, String role, Step step, Moment moment) {
    return hold(rig, role, step, moment, 1);
  }

  /** The same for the first who come by. */
  static Snag hold(Rig rig, String role, Step step, Moment moment, int times) {
    return new Snag(rig, role, new Failpoint(step, moment), times, Fault.STOP);
  }

  /** What is done there fails. */
  static Snag error(Rig rig, String role, Step step, Moment moment) {
    return new Snag(rig, role, new Failpoint(step, moment), 1, Fault.ERROR);
  }

  /** Waits until somebody has met it; who that is. */
  Subject met() {
    rig.until("somebody to meet " + traps.getFirst(), LIMIT, () -> victim().isPresent());
    return victim().orElseThrow();
  }

  private Optional<Subject> victim() {
    return subjects.stream().filter(it -> it.traps().struck(traps.getFirst())).findFirst();
  }

  @Override
  public void close() {
    lay(List.of());
  }

  private void lay(List<Trap> traps) {
    subjects.forEach(subject -> subject.traps().lay(traps));
  }
}
