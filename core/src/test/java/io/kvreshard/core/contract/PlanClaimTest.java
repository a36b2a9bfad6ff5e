package io.kvreshard.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.plan.Planner;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The first edge that is not the right one is named. */
class PlanClaimTest {
  private static final Placement SOURCE = Models.tensorParallel("s", Models.model(2, 4), 4);
  private static final Placement TARGET = Models.tensorParallel("t", SOURCE.descriptor(), 2);
  private static final LogicalPlan PLAN =
      Planner.plan(SOURCE, TARGET, "t-p0-t1", null, Models.snapshot(1));
  private static final List<Edge> EDGES = PLAN.edges();

  @Test
  void aListThatIsTooShort() {
    assertThat(pointer(EDGES.subList(0, EDGES.size() - 1)))
        .isEqualTo("/edges/" + (EDGES.size() - 1));
  }

  @Test
  void aListThatIsTooLong() {
    List<Edge> longer = new ArrayList<>(EDGES);
    longer.add(EDGES.getLast());
    assertThat(pointer(longer)).isEqualTo("/edges/" + EDGES.size());
  }

  @Test
  void oneEdgeInTheMiddle() {
    List<Edge> other = new ArrayList<>(EDGES);
    other.set(3, EDGES.get(2));
    assertThat(pointer(other)).isEqualTo("/edges/3");
  }

  @Test
  void edgesOfOneWriterAreComparedWithThatWriters() {
    List<Edge> own =
        EDGES.stream().filter(edge -> edge.sourceParticipantId().equals("s-p0-t3")).toList();
    List<Edge> shorter = own.subList(0, own.size() - 1);
    assertThat(pointer(shorter)).isEqualTo("/edges/" + shorter.size());
    assertThat(claim(own).verify(Limits.PRODUCTION)).isEqualTo(PLAN.restrictedTo("s-p0-t3"));
  }

  @Test
  void bothPlacementsAreOfTheSnapshotsResource() {
    Snapshot other =
        Snapshot.create("default", "other", "m", "1", 0, 1, "a".repeat(64), "b".repeat(64));
    assertThat(
            catchThrowableOfType(
                    RejectedException.class,
                    () -> Planner.plan(SOURCE, TARGET, "t-p0-t1", null, other))
                .rejection()
                .message())
        .startsWith("the source placement's resource_id is \"kv:test\"");
    Placement elsewhere =
        Placement.create(
            "other", "r1", "t", TARGET.topology(), TARGET.descriptor(), parts("other"));
    assertThat(
            catchThrowableOfType(
                    RejectedException.class,
                    () -> Planner.plan(SOURCE, elsewhere, "t-p0-t1", null, Models.snapshot(1)))
                .rejection()
                .message())
        .startsWith("the target placement's resource_id is \"other\"");
  }

  private static List<Part> parts(String resource) {
    return TARGET.parts().stream()
        .map(
            part ->
                new Part(
                    resource,
                    part.revision(),
                    part.placementSetId(),
                    part.topologyId(),
                    part.participantId(),
                    part.rank(),
                    part.descriptor(),
                    part.layers(),
                    part.headStart(),
                    part.headCount(),
                    part.replicaOrdinal(),
                    part.replicaCount()))
        .toList();
  }

  private static String pointer(List<Edge> edges) {
    return catchThrowableOfType(
            RejectedException.class, () -> claim(edges).verify(Limits.PRODUCTION))
        .rejection()
        .pointer();
  }

  private static PlanClaim claim(List<Edge> edges) {
    return new PlanClaim(
        SOURCE,
        TARGET,
        "t-p0-t1",
        PLAN.choice(),
        PLAN.snapshot(),
        new EdgeClaim.Listed(edges),
        PLAN.expectedWriterIds());
  }
}
