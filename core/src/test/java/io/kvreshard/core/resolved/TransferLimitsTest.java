package io.kvreshard.core.resolved;

import static io.kvreshard.core.resolved.Fixture.assertRejected;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransferLimitsTest {
  @ParameterizedTest
  @CsvSource({
    "0,/max_ranges",
    "1,/max_operations",
    "2,/max_bytes",
    "3,/max_batch_operations",
    "4,/max_batch_bytes",
    "5,/max_validation_work"
  })
  void eachIsAtLeastOneAndAtMostTheReceivers(int place, String pointer) {
    TransferLimits receiver = limits(place, 7);
    assertThatCode(() -> limits(place, 1).requireWithin(receiver)).doesNotThrowAnyException();
    assertThatCode(() -> limits(place, 7).requireWithin(receiver)).doesNotThrowAnyException();
    String name = pointer.substring(1);
    assertRejected(
        () -> limits(place, 8).requireWithin(receiver),
        RejectionCategory.LIMIT,
        pointer,
        name + " is 8, the receiver allows 7");
    assertRejected(
        () -> limits(place, U64.MAX).requireWithin(receiver),
        RejectionCategory.LIMIT,
        pointer,
        name + " is 18446744073709551615, the receiver allows 7");
    assertRejected(() -> limits(place, 0), RejectionCategory.RANGE, pointer, "1 is the least");
  }

  /** All 5, but one. */
  private static TransferLimits limits(int place, long value) {
    List<Long> values = new ArrayList<>(List.of(5L, 5L, 5L, 5L, 5L, 5L));
    values.set(place, value);
    return new TransferLimits(
        values.get(0), values.get(1), values.get(2), values.get(3), values.get(4), values.get(5));
  }
}
