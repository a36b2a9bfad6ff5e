package io.kvreshard.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.plan.Planner;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a plan is written, reading it comes to the same: canonical texts take a short way. */
class PlanTextTest {
  private static final int MUTATIONS = 2000;

  private static final Placement SOURCE = Models.tensorParallel("s", Models.model(101, 8), 8);
  private static final Placement TARGET = Models.tensorParallel("t\"é", SOURCE.descriptor(), 2);
  private static final LogicalPlan PLAN =
      Planner.plan(SOURCE, TARGET, "t\"é-p0-t1", null, Models.snapshot(1));

  @Test
  void theShortWayIsTaken() {
    assertThat(CanonicalPlan.read(PLAN.toJson(), Limits.PRODUCTION)).contains(PLAN);
  }

  @Test
  void theLongWayComesToTheSame() {
    assertThat(LogicalPlan.fromJson(" " + PLAN.toJson())).isEqualTo(PLAN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s-p0-t4", "s-p0-t7"})
  void onePlanOfSeveralWriters(String writer) {
    LogicalPlan own = PLAN.restrictedTo(writer);
    assertThat(LogicalPlan.fromJson(own.toJson())).isEqualTo(own);
  }

  /** Ids and digest are those of the whole plan: the edges have to be there nevertheless. */
  @Test
  void edgesMayNotBeLeftOut() {
    String text = PLAN.toJson();
    int second = text.indexOf(",{\"component\"");
    String cut =
        text.substring(0, second) + text.substring(text.indexOf("],\"expected_writer_ids\""));
    assertThat(rejection(cut)).isNotNull();
    assertThat(CanonicalPlan.read(cut, Limits.PRODUCTION)).isEmpty();
  }

  @Test
  void anyChangeIsRejectedTheSameWay() {
    String text = PLAN.toJson();
    Random random = new Random(1);
    for (int i = 0; i < MUTATIONS; i++) {
      String mutated = mutated(text, random);
      RejectedException shortWay = rejection(mutated);
      RejectedException longWay = rejection(" " + mutated);
      if (longWay == null) {
        assertThat(shortWay).as(mutated).isNull();
      } else {
        assertThat(shortWay).as(mutated).isNotNull();
        assertThat(List.of(shortWay.category(), shortWay.rejection().pointer()))
            .isEqualTo(List.of(longWay.category(), longWay.rejection().pointer()));
      }
    }
  }

  private static String mutated(String text, Random random) {
    int at = random.nextInt(text.length());
    char other =
        switch (random.nextInt(4)) {
          case 0 -> (char) (text.charAt(at) | 0x100);
          case 1 -> '"';
          case 2 -> ']';
          default -> (char) ('0' + random.nextInt(10));
        };
    return text.substring(0, at) + other + text.substring(at + random.nextInt(2));
  }

  private static RejectedException rejection(String text) {
    return catchThrowableOfType(RejectedException.class, () -> LogicalPlan.fromJson(text));
  }
}
