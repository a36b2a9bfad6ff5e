package io.kvreshard.e2e.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.kvreshard.crd.JobPhase;
import io.kvreshard.crd.KVSnapshotSpec;
import io.kvreshard.crd.KVSnapshotStatus;
import io.kvreshard.crd.SnapshotPhase;
import io.kvreshard.sim.engine.Trouble;
import io.kvreshard.sim.model.EngineConfig.Use;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the source's coordinator knows besides its pages is there before the target is activated.
 */
class ContentsIT {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path directory;

  private Ensemble ensemble;

  @BeforeEach
  void begin() throws Exception {
    ensemble = new Ensemble(directory);
  }

  @AfterEach
  void end() throws Exception {
    ensemble.close();
  }

  private void engines(Set<Trouble> ofSource, Set<Trouble> ofTarget) throws Exception {
    ensemble.engine(SpreadEngine.config("tp4", Use.EXPORT, 4), ofSource);
    ensemble.engine(SpreadEngine.config("tp2", Use.RESERVE, 2), ofTarget);
  }

  private KVSnapshotSpec source() {
    return ensemble.snapshot("tp4").getSpec();
  }

  /** Once the job has let go of it. */
  private KVSnapshotStatus target(SnapshotPhase phase) {
    await()
        .atMost(Ensemble.PATIENCE)
        .until(() -> ensemble.snapshot("tp2").getStatus().phase() == phase);
    return ensemble.snapshot("tp2").getStatus();
  }

  private JsonNode engine() throws IOException {
    return ensemble.coordinator("tp2");
  }

  @Test
  void theTargetHasThoseOfTheSource() throws Exception {
    engines(Set.of(), Set.of());
    ensemble.move("tp4", "tp2", JobPhase.Succeeded);
    assertThat(target(SnapshotPhase.Ready).contents()).isNotNull().isEqualTo(source().contents());
    assertThat(engine().path("contents").asInt()).isEqualTo(SpreadEngine.CONTENTS_BYTES);
  }

  @Test
  void othersThanAnnouncedAreNotActivated() throws Exception {
    engines(Set.of(Trouble.WRONG_CONTENTS), Set.of());
    var job = ensemble.move("tp4", "tp2", JobPhase.Failed);
    assertThat(job.getStatus().message()).contains("ContentsMismatch", "were announced");
    assertThat(job.getStatus().attempt()).isOne();
    assertThat(target(SnapshotPhase.Reserved).contents()).isNull();
    assertThat(engine().path("state").asText()).isEqualTo("free");
  }

  @Test
  void anEngineThatDoesNotKnowThemIsNoTarget() throws Exception {
    engines(Set.of(), Set.of(Trouble.VERSION_1));
    var job = ensemble.move("tp4", "tp2", JobPhase.Failed);
    assertThat(job.getStatus().message()).contains("version 1", "update the engine");
    assertThat(target(SnapshotPhase.Reserved).contents()).isNull();
  }

  @Test
  void anEngineThatHasNoneIsMovedWithout() throws Exception {
    engines(Set.of(Trouble.VERSION_1), Set.of(Trouble.VERSION_1));
    ensemble.move("tp4", "tp2", JobPhase.Succeeded);
    assertThat(source().contents()).isNull();
    assertThat(target(SnapshotPhase.Ready).contents()).isNull();
  }
}
