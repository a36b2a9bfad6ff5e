package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.kvreshard.agent.publish.SnapshotPublisher;
import io.kvreshard.crd.AfterSuccess;
import io.kvreshard.crd.KVSnapshot;
import io.kvreshard.crd.KVSnapshotStatus;
import io.kvreshard.crd.TaskCommand;
import io.kvreshard.crd.TaskState;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A source that is released goes, also if its engine never takes its offer back. */
final class ReleasedSourceTest {
  @TempDir private Path directory;
  private World world;

  @BeforeEach
  void open() throws Exception {
    world = new World(directory);
  }

  @AfterEach
  void close() throws Exception {
    world.close();
  }

  private void snapshot(String phase, long epoch) throws Exception {
    var spec = world.task(world.a).getSpec();
    var snapshot = new KVSnapshot();
    snapshot.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(spec.job().namespace())
            .withName(spec.source().snapshot())
            .withLabels(Map.of(SnapshotPublisher.EPOCH, Long.toString(epoch)))
            .build());
    var made = world.control.create(snapshot);
    made.setStatus(Serialization.unmarshal("phase: " + phase, KVSnapshotStatus.class));
    world.control.writeStatus(made);
  }

  @ParameterizedTest
  @CsvSource({
    "Released, 77, Release, false",
    "Released, 78, Release, true",
    "Ready, 77, Release, true",
    "Released, 77, Retain, true"
  })
  void goesWithTheEnginesHoldOnIt(String phase, long epoch, AfterSuccess fate, boolean stays)
      throws Exception {
    world.run();
    snapshot(phase, epoch);
    world.untilState(world.a, TaskState.Landed);
    world.command(world.a, TaskCommand.Commit);
    world.settle(world.a, fate);
    world.control.delete(world.task(world.a));
    world.until(world.a, status -> Boolean.TRUE.equals(status.released()));

    var spec = world.task(world.a).getSpec();
    assertThat(
            world
                .control
                .get(KVSnapshot.class, spec.job().namespace(), spec.source().snapshot())
                .isPresent())
        .isEqualTo(stays);
  }
}
