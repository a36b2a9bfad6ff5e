package io.kvreshard.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.snapshot.Evidence;
import io.kvreshard.core.snapshot.Evidence.Listing;
import io.kvreshard.core.snapshot.Evidence.Task;
import io.kvreshard.core.snapshot.QuarantineReason;
import io.kvreshard.core.snapshot.QuarantineRecord;
import io.kvreshard.core.snapshot.SnapshotRecord;
import io.kvreshard.crd.KVNode;
import io.kvreshard.crd.SnapshotOrigin;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.operator.Settings;
import io.kvreshard.operator.testing.Site;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotObserverTest {
  private static final String SYSTEM = "kvreshard-system";
  private static final String OPERATION = "0e8f6a52-0000-4000-8000-000000000001/1/0";
  private static final QuarantineRecord NOISE =
      new QuarantineRecord("n1", OPERATION, QuarantineReason.EngineSilent, "It is.", Instant.EPOCH);

  @TempDir Path directory;
  private DirectoryControlPlane plane;
  private TurnPlane turns;
  private Fleet fleet;
  private Site site;
  private SnapshotObserver observer;

  @BeforeEach
  void begin() {
    plane = new DirectoryControlPlane(directory);
    site = new Site(plane, "team", SYSTEM);
    site.agent("n1", "1");
    fleet = new Fleet(plane, SYSTEM, Settings.PATIENCE, () -> 0);
    turns = new TurnPlane(plane, Recent.nothing(), () -> 0);
    observer = new SnapshotObserver(turns, plane, fleet, Machines.UNKNOWN, SYSTEM);
  }

  @AfterEach
  void end() {
    fleet.close();
    plane.close();
  }

  /** The agent has put the operation on its list after the turn has looked at it. */
  @Test
  void whatATurnHasReadBeforeIsNoProof() {
    var snapshot = site.engine("a", 2, "n1", SnapshotOrigin.Exported);
    var record = SnapshotRecord.fresh().quarantined(NOISE);
    try (var _ = turns.begin()) {
      assertThat(turns.get(KVNode.class, "", "n1")).isPresent();
      assertThat(observer.observe(snapshot, record).evidence())
          .containsEntry(NOISE, new Evidence(Task.MISSING, Listing.NOT_LISTED));
      site.quarantine("n1", "1", OPERATION);

      assertThat(observer.observe(snapshot, record).evidence())
          .containsEntry(NOISE, new Evidence(Task.MISSING, Listing.LISTED));
    }
  }
}
