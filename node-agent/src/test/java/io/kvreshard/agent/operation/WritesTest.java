package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.agent.runtime.RuntimeFailure;
import io.kvreshard.crd.AfterSuccess;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskState;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a move costs the control plane, at its agents. */
final class WritesTest {
  @TempDir private Path directory;

  private static void moveWith(World world) throws Exception {
    world.run();
    world.untilState(world.b, TaskState.Validated);
    world.untilState(world.a, TaskState.Landed);
    world.command(world.b, TaskCommand.Commit);
    world.untilState(world.b, TaskState.Committed);
    world.command(world.a, TaskCommand.Commit);
    world.settle(world.a, AfterSuccess.Retain);
    for (TestAgent agent : List.of(world.a, world.b)) {
      world.control.delete(world.task(agent));
      world.untilQuiet(agent, TaskState.Committed);
    }
  }

  /** As if the move took no time: a state on the way is always overtaken. */
  @Test
  void aTinyMoveIsWrittenOnlyWhereSomebodyWaits() throws Exception {
    try (World world = new World(directory, new HandClock())) {
      moveWith(world);
      assertThat(world.writes.of(world.a))
          .containsExactly("Accepted, False", "Landed, True", "Committed, True");
      assertThat(world.writes.of(world.b))
          .containsExactly("Accepted, False", "Validated, False", "Committed, True");
    }
  }

  @Test
  void aSlowMoveShowsEveryState() throws Exception {
    try (World world = new World(directory)) {
      world.change = Specs.pace(300_000, 20);
      world.target.validating = () -> world.untilState(world.b, TaskState.Landed);
      moveWith(world);
      assertThat(world.writes.of(world.a)).contains("Running, False", "Landed, True");
      assertThat(world.writes.of(world.b))
          .contains("Running, False", "Landed, False", "Validated, False");
    }
  }

  @Test
  void aFailureIsToldBeforeTheDrain() throws Exception {
    try (World world = new World(directory, new HandClock())) {
      world.target.onBind = new RuntimeFailure.Refused("the reservation is gone");
      world.run();
      world.fails(world.b);
      assertThat(world.writes.of(world.b))
          .containsExactly("Accepted, False", "Failed, False", "Failed, True");
    }
  }
}
