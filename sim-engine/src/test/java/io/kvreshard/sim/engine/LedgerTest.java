package io.kvreshard.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.transfer.OperationId;
import io.kvreshard.sim.link.Refusal;
import org.junit.jupiter.api.Test;

class LedgerTest {
  private static final OperationId FIRST = new OperationId("job", 1, 0);
  private static final OperationId SECOND = new OperationId("job", 2, 0);
  private static final OperationId OTHER = new OperationId("other", 1, 0);
  private static final String DIGEST = "d".repeat(64);

  private final Ledger ledger = new Ledger();

  @Test
  void aNewerAttemptReplacesAnOlderOne() throws Exception {
    assertThat(ledger.bind(FIRST)).isTrue();
    assertThat(ledger.bind(FIRST)).isFalse();
    assertThat(ledger.bind(SECOND)).isTrue();
    assertThatThrownBy(() -> ledger.bind(FIRST)).isInstanceOf(Refusal.class);
    ledger.release(FIRST, false);
    ledger.checkBound(SECOND);
  }

  @Test
  void anotherJobWaitsForTheRelease() throws Exception {
    ledger.bind(FIRST);
    assertThatThrownBy(() -> ledger.bind(OTHER)).hasMessageContaining("job/1/0");
    ledger.release(FIRST, false);
    assertThat(ledger.bind(OTHER)).isTrue();
  }

  @Test
  void whatIsCommittedStaysThroughTheRelease() throws Exception {
    ledger.bind(FIRST);
    ledger.commit(FIRST, DIGEST);
    ledger.commit(FIRST, DIGEST);
    ledger.release(FIRST, false);
    assertThat(ledger.describe()).isEqualTo("active by job/1/0 as " + DIGEST);
    assertThatThrownBy(() -> ledger.bind(OTHER)).isInstanceOf(Refusal.class);
  }

  @Test
  void nothingIsCommittedThatIsNotBound() {
    assertThatThrownBy(() -> ledger.commit(FIRST, DIGEST)).isInstanceOf(Refusal.class);
    assertThatThrownBy(() -> ledger.checkBound(FIRST)).isInstanceOf(Refusal.class);
  }

  @Test
  void aDroppedSnapshotIsPinnedByNobodyNew() throws Exception {
    ledger.pin(FIRST);
    assertThat(ledger.release(FIRST, true)).isTrue();
    assertThat(ledger.release(FIRST, true)).isFalse();
    assertThat(ledger.dropped()).isTrue();
    assertThatThrownBy(() -> ledger.pin(SECOND)).hasMessageContaining("dropped");
  }

  @Test
  void aSnapshotThatOthersReadIsDroppedWithTheLastOfThem() throws Exception {
    ledger.pin(FIRST);
    ledger.pin(OTHER);
    assertThat(ledger.release(FIRST, true)).isFalse();
    assertThat(ledger.dropped()).isFalse();
    ledger.pin(OTHER);
    assertThatThrownBy(() -> ledger.pin(SECOND)).hasMessageContaining("dropped");
    assertThat(ledger.release(OTHER, false)).isTrue();
    assertThat(ledger.dropped()).isTrue();
  }

  @Test
  void theEndOfAnEpochIsTheEndOfItsReaders() throws Exception {
    ledger.pin(FIRST);
    ledger.pin(OTHER);
    ledger.release(FIRST, true);
    ledger.reset();
    assertThat(ledger.dropped()).isTrue();
  }
}
