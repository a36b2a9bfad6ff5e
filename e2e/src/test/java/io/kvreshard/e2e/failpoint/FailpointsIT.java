package io.kvreshard.e2e.failpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Every point × every fault, and signals at random moments. System properties: {@code
 * failpoints.seed} of order and moments, {@code failpoints.kills}, how many random SIGKILLs, {@code
 * failpoints.seconds} after which no further case begins (none: all are walked), {@code
 * failpoints.only}, a regular expression of cases, {@code failpoints.rigs}, how many at once.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FailpointsIT {
  private static final double MISSED = 0.05;

  private static final Walk WALK =
      new Walk(
          Long.getLong("failpoints.seed", 1),
          Optional.ofNullable(Long.getLong("failpoints.seconds")).map(Duration::ofSeconds),
          Optional.ofNullable(System.getProperty("failpoints.only")),
          Integer.getInteger("failpoints.rigs", 2));

  @AfterAll
  static void table() {
    WALK.close();
  }

  /** Every scenario as it should go. */
  @TestFactory
  @Order(1)
  Stream<DynamicTest> scenarios() {
    return WALK.scenarios().map(FailpointsIT::test);
  }

  @Test
  @Order(2)
  void noPointIsDead() {
    assertThat(WALK.dead()).isEmpty();
  }

  @TestFactory
  @Order(3)
  Stream<DynamicTest> randomMoments() {
    return WALK.strikes(Integer.getInteger("failpoints.kills", 20)).map(FailpointsIT::test);
  }

  @TestFactory
  @Order(4)
  Stream<DynamicTest> faults() {
    return WALK.faults().map(FailpointsIT::test);
  }

  /** A few points are passed or not as the threads run. */
  @Test
  @Order(5)
  void nearlyAllFaultsHappened() {
    assertThat(WALK.missed()).isLessThanOrEqualTo(MISSED);
  }

  /** Of a case that is over. */
  private static DynamicTest test(Outcome outcome) {
    return dynamicTest(
        outcome.what().toString(),
        () -> assertThat(outcome.violations()).as(outcome.folder()).isEmpty());
  }
}
