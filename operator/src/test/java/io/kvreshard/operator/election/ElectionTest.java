package io.kvreshard.operator.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.crd.control.ControlPlane;
import io.kvreshard.crd.control.DirectoryControlPlane;
import io.kvreshard.crd.control.InterceptedControlPlane;
import io.kvreshard.operator.testing.Mortal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Candidates with clocks of their own, step by step. */
class ElectionTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path directory;

  private final List<String> lost = new ArrayList<>();
  private DirectoryControlPlane plane;
  private Member one;
  private Member two;

  /** A process: its own clocks, its own right to act. */
  private final class Member {
    final AtomicLong nanos = new AtomicLong();
    final Leadership leadership = new Leadership(Terms.USUAL.act(), nanos::get);
    final Election election;

    Member(String name, ControlPlane plane, Duration ahead) {
      election =
          new Election(
              plane,
              "system",
              "lease",
              name,
              Terms.USUAL,
              leadership,
              () -> lost.add(name),
              () -> NOON.plus(ahead).plusNanos(nanos.get()),
              nanos::get);
    }

    void after(int seconds) {
      nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
      election.step();
    }
  }

  @BeforeEach
  void begin() {
    plane = new DirectoryControlPlane(directory);
    one = new Member("one", plane, Duration.ZERO);
    two = new Member("two", plane, Duration.ofHours(1));
  }

  @AfterEach
  void end() {
    one.election.close();
    two.election.close();
    plane.close();
  }

  @Test
  void ofTwoCandidatesOneLeads() {
    one.after(0);
    two.after(0);

    assertThat(one.leadership.leads()).isTrue();
    assertThat(two.leadership.leads()).isFalse();
    assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("one");
  }

  @Test
  void leaderThatRenewsKeepsItsLeaseWhateverOthersClocksShow() {
    one.after(0);
    for (int i = 0; i < 100; i++) {
      two.after(2);
      one.after(2);
    }
    assertThat(one.leadership.leads()).isTrue();
    assertThat(two.leadership.leads()).isFalse();
    assertThat(lost).isEmpty();
    assertThat(lease().getSpec().getLeaseTransitions()).isZero();
  }

  @Test
  void candidateTakesTheLeaseOfALeaderThatIsSilentForLongEnoughAndNotBefore() {
    one.after(0);
    two.after(0);
    two.after(15);
    assertThat(two.leadership.leads()).isFalse();

    two.after(1);
    assertThat(two.leadership.leads()).isTrue();
    assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("two");
    assertThat(lease().getSpec().getLeaseTransitions()).isEqualTo(1);
  }

  @Test
  void newCandidateWaitsAlthoughTheLeaseIsOldByItsClock() {
    one.after(0);
    two.nanos.set(Duration.ofDays(3).toNanos());
    two.after(0);

    assertThat(two.leadership.leads()).isFalse();
  }

  @Test
  void leaderWithoutRenewalStopsActingBeforeItsLeaseCanBeTakenAndEnds() {
    one.after(0);
    two.after(0);
    one.nanos.set(Duration.ofSeconds(10).toNanos() - 1);
    assertThat(one.leadership.leads()).isTrue();

    one.nanos.incrementAndGet();
    assertThat(one.leadership.leads()).isFalse();
    assertThatExceptionOfType(NotLeadingException.class).isThrownBy(() -> one.leadership.pass());
    two.after(10);
    assertThat(two.leadership.leads()).isFalse();

    one.after(0);
    one.after(2);
    assertThat(lost).containsExactly("one");
    assertThat(one.leadership.leads()).isFalse();
  }

  @Test
  void leaderThatWakesUpWritesNothingNotEvenItsOwnLease() {
    one.after(0);
    two.after(0);
    two.after(16);
    var version = lease().getMetadata().getResourceVersion();

    one.after(60);
    assertThat(lost).containsExactly("one");
    assertThat(lease().getMetadata().getResourceVersion()).isEqualTo(version);
  }

  @Test
  void leaderWhoseLeaseIsTakenNeverthelessEnds() {
    one.after(0);
    var stolen = lease();
    stolen.getSpec().setHolderIdentity("a person");
    replace(stolen);
    one.after(2);

    assertThat(lost).containsExactly("one");
    assertThat(one.leadership.leads()).isFalse();
  }

  @Test
  void leaderThatStopsGivesItsLeaseUpForTheNextLook() {
    one.after(0);
    two.after(0);
    one.election.close();
    assertThat(one.leadership.leads()).isFalse();
    assertThat(lease().getSpec().getHolderIdentity()).isNull();

    two.after(2);
    assertThat(two.leadership.leads()).isTrue();
    assertThat(lost).isEmpty();
  }

  @Test
  void leaderThatStopsIsNotToldThatItHasLost() {
    one.after(0);
    one.election.close();
    one.after(2);

    assertThat(lost).isEmpty();
  }

  @Test
  void candidateThatStopsLeavesTheLeaderAlone() {
    one.after(0);
    two.after(0);
    two.election.close();

    assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("one");
  }

  @Test
  void leaseWhoseAnswerWasLostIsHeldAfterTheNextLook() {
    var interrupted =
        new Member("one", new InterceptedControlPlane(plane, new Mortal(false)), Duration.ZERO);
    interrupted.after(0);
    assertThat(interrupted.leadership.leads()).isFalse();
    assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("one");

    one.after(2);
    assertThat(one.leadership.leads()).isTrue();
  }

  @Test
  void electionThatStandsStillIsTrouble() {
    one.after(0);
    assertThat(one.election.trouble()).isEmpty();
    one.nanos.addAndGet(Duration.ofSeconds(61).toNanos());
    assertThat(one.election.trouble()).contains("the election has stood still for 61 s");
  }

  private Lease lease() {
    return plane.get(Lease.class, "system", "lease").orElseThrow();
  }

  private void replace(Lease lease) {
    try {
      plane.replace(lease);
    } catch (ConflictException e) {
      throw new AssertionError(e);
    }
  }
}
