package io.kvreshard.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.snapshot.AgentView;
import io.kvreshard.core.snapshot.AgentView.Contact;
import io.kvreshard.core.snapshot.ClaimView;
import io.kvreshard.core.snapshot.QuarantineReason;
import io.kvreshard.core.snapshot.QuarantineRecord;
import io.kvreshard.core.snapshot.SnapshotPhase;
import io.kvreshard.core.status.Truth;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * All states that the tasks of an attempt which is over can be in: on n1 participants and
 * coordinator of the source, on n2 of the target. Whatever they are, no step may be harmful, and
 * none may be missing where nothing more is to be expected.
 */
class EveryRemainsTest {
  private static final String OPERATION = World.UID + "/1/0";
  private static final Map<String, String> NODES = Map.of("n1", "i1", "n2", "i1");

  /** What a snapshot is to the job. */
  private enum Held {
    YES,
    RECORDED,
    NO
  }

  /** One node: its task, its agent, its machine. */
  private record Node(FakeTask task, Contact contact, boolean down) {
    boolean quiet() {
      boolean lost = contact != Contact.ALIVE;
      return down || task.quiesced == Truth.True || (lost && task.incarnation == null);
    }

    boolean released() {
      return down || task.release == Release.DONE || task.incarnation == null;
    }

    boolean silent() {
      return contact == Contact.GIVEN_UP;
    }
  }

  @SuppressWarnings("ReferenceEquality") // Two nodes may be in equal states.
  private record State(
      Node n1, Node n2, Command verdict, Held source, Held target, Remains remains) {
    Set<Side> touchedBy(Node node) {
      if (node == n1) {
        return Set.of(Side.Source);
      }
      return verdict == Command.Commit ? Set.of() : Set.of(Side.Target);
    }

    Held held(Side side) {
      return side == Side.Source ? source : target;
    }

    Node of(String task) {
      return task.endsWith("n1") ? n1 : n2;
    }

    Side coordinated(Node node) {
      return node == n1 ? Side.Source : Side.Target;
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"Commit", "Abort"})
  void noStepIsHarmfulAndNoneIsMissing(Command verdict) {
    var kinds = new HashSet<Class<?>>();
    each(
        verdict,
        state -> {
          var step = Retirement.step(state.remains());
          step.ifPresent(it -> kinds.add(it.getClass()));
          switch (step.orElse(null)) {
            case null -> assertThat(mayWait(state)).as("%s", state).isTrue();
            case JobDecision.ReleaseTasks it ->
                assertThat(it.tasks())
                    .as("%s", state)
                    .allMatch(task -> state.of(task).quiet() && state.of(task).released());
            case JobDecision.OrderRelease it ->
                assertThat(it.tasks()).as("%s", state).allMatch(task -> mayRelease(state, task));
            case JobDecision.Quarantine it ->
                assertThat(mayRecord(state, it)).as("%s: %s", state, it).isTrue();
            case JobDecision.LeaveTasks it ->
                assertThat(mayLeave(state, it)).as("%s: %s", state, it).isTrue();
            default -> throw new AssertionError(state + ": " + step);
          }
        });
    assertThat(kinds)
        .containsExactlyInAnyOrder(
            JobDecision.ReleaseTasks.class,
            JobDecision.OrderRelease.class,
            JobDecision.Quarantine.class,
            JobDecision.LeaveTasks.class);
  }

  /**
   * Somebody may still say something: a node that is not given up, or one that was told just now.
   */
  private static boolean mayWait(State state) {
    return List.of(state.n1(), state.n2()).stream()
        .anyMatch(
            node ->
                !node.silent()
                    && (node.quiet()
                        ? node.task().release == Release.ORDERED
                        : node.task().quarantine == null));
  }

  private static boolean mayRelease(State state, String task) {
    var node = state.of(task);
    var side = state.coordinated(node);
    boolean clean =
        List.of(state.n1(), state.n2()).stream()
            .noneMatch(other -> !other.quiet() && state.touchedBy(other).contains(side));
    boolean known =
        List.of(state.n1(), state.n2()).stream().allMatch(other -> other.quiet() || given(other));
    return clean && known && state.held(side) != Held.RECORDED;
  }

  private static boolean mayRecord(State state, JobDecision.Quarantine record) {
    var node = state.of(record.node());
    boolean word =
        switch (record.reason()) {
          case EngineSilent -> node.task().quarantine != null;
          case AgentSilent -> node.silent();
        };
    return word
        && !node.quiet()
        && record.operation().equals(OPERATION)
        && state.touchedBy(node).contains(record.side())
        && state.held(record.side()) == Held.YES;
  }

  private static boolean mayLeave(State state, JobDecision.LeaveTasks leave) {
    boolean noisy = false;
    for (var node : List.of(state.n1(), state.n2())) {
      if (!node.quiet()) {
        noisy |= !state.touchedBy(node).isEmpty();
        if (!given(node)
            || state.touchedBy(node).stream().anyMatch(it -> state.held(it) == Held.YES)) {
          return false;
        }
      }
    }
    return leave.tasks().size() == 2 && noisy != leave.quarantine().isEmpty();
  }

  private static boolean given(Node node) {
    return node.silent() || node.task().quarantine != null;
  }

  @Test
  void whatIsLeftBehindGoesOnlyByProofOrPardon() {
    for (var verdict : List.of(Command.Commit, Command.Abort)) {
      each(
          verdict,
          state -> {
            var step = Orphans.leftBehind(state.remains()).orElse(null);
            switch (step) {
              case null -> {}
              case JobDecision.ReleaseTasks it ->
                  assertThat(it.tasks())
                      .as("%s", state)
                      .allMatch(task -> isOver(state, state.of(task)));
              case JobDecision.OrderRelease it ->
                  assertThat(it.tasks()).as("%s", state).allMatch(task -> mayRelease(state, task));
              default -> throw new AssertionError(state + ": " + step);
            }
          });
    }
  }

  private static boolean isOver(State state, Node node) {
    if (node.quiet()) {
      return node.released();
    }
    var sides = state.touchedBy(node);
    return !sides.isEmpty() && sides.stream().allMatch(side -> state.held(side) == Held.YES);
  }

  private static void each(Command verdict, Consumer<State> check) {
    for (var n1 : nodes("n1")) {
      for (var n2 : nodes("n2")) {
        for (var source : Held.values()) {
          for (var target : Held.values()) {
            check.accept(state(n1, n2, verdict, source, target));
          }
        }
      }
    }
  }

  private static List<Node> nodes(String name) {
    var nodes = new ArrayList<Node>();
    for (var quiesced : Truth.values()) {
      for (var quarantine : new String[] {"", "It does not answer."}) {
        for (var release : Release.values()) {
          for (var incarnation : new String[] {"", "i1"}) {
            for (var contact : List.of(Contact.ALIVE, Contact.GIVEN_UP)) {
              for (var down : new boolean[] {false, true}) {
                var task = task(name, quiesced, quarantine, release, incarnation);
                if (lawful(task, contact, down)) {
                  nodes.add(new Node(task, contact, down));
                }
              }
            }
          }
        }
      }
    }
    return nodes;
  }

  /** What agents and operator can bring about. */
  private static boolean lawful(FakeTask task, Contact contact, boolean down) {
    boolean recorded = task.quarantine == null || task.quiesced == Truth.Unknown;
    boolean released = task.release != Release.DONE || task.quiesced == Truth.True;
    boolean touched = task.incarnation != null || task.quiesced == Truth.Unknown;
    return recorded && released && touched && (!down || contact != Contact.ALIVE);
  }

  private static FakeTask task(
      String node, Truth quiesced, String quarantine, Release release, String incarnation) {
    var task = new FakeTask(node, 1, NODES);
    task.source = node.equals("n1") ? Set.of("a0") : Set.of();
    task.target = node.equals("n2") ? Set.of("b0") : Set.of();
    task.coordinates = Set.of(node.equals("n1") ? Side.Source : Side.Target);
    task.command = Command.Abort;
    task.deleting = true;
    task.quiesced = quiesced;
    task.quarantine = quarantine.isEmpty() ? null : quarantine;
    task.release = release;
    task.incarnation = incarnation.isEmpty() ? null : incarnation;
    return task;
  }

  private static State state(Node n1, Node n2, Command verdict, Held source, Held target) {
    var agents = new HashMap<String, AgentView>();
    var down = new HashSet<String>();
    for (var node : List.of(n1, n2)) {
      var name = node.task().node;
      agents.put(
          name, new AgentView(name, "i1", name + ":1", List.of(), List.of(), node.contact()));
      if (node.down()) {
        down.add(name);
      }
    }
    var remains =
        new Remains(
            World.UID,
            List.of(n1.task().view(), n2.task().view()),
            verdict,
            null,
            snapshot(source, "a", "n1", null, Set.of(World.UID)),
            snapshot(target, "b", "n2", new ClaimView(World.UID, 1), Set.of()),
            agents,
            down,
            Duration.ZERO);
    return new State(n1, n2, verdict, source, target, remains);
  }

  private static final SnapshotView SOURCE = World.snapshot("a", 2, "n1", SnapshotPhase.Ready);
  private static final SnapshotView TARGET = World.snapshot("b", 4, "n2", SnapshotPhase.Filling);

  private static @Nullable SnapshotView snapshot(
      Held held, String name, String node, @Nullable ClaimView claim, Set<String> readers) {
    var like = name.equals("a") ? SOURCE : TARGET;
    var record =
        new QuarantineRecord(node, OPERATION, QuarantineReason.AgentSilent, "Lost.", Instant.EPOCH);
    return held == Held.NO
        ? null
        : new SnapshotView(
            name,
            held == Held.RECORDED ? SnapshotPhase.Quarantined : like.phase(),
            like.documents(),
            like.binding(),
            claim,
            readers,
            held == Held.RECORDED ? List.of(record) : List.of());
  }
}
