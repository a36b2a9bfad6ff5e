package io.kvreshard.bench.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class HeapUseTest {
  @Test
  void mostBeforeAnyAndMostAfterAFullCollectionCount() {
    var log =
        List.of(
            "[0.012s][info][gc] Using Serial",
            "[3.100s][info][gc] GC(7) Pause Young (Allocation Failure) 98M->81M(247M) 4.061ms",
            "[3.200s][info][gc] GC(8) Pause Full (Allocation Failure) 240M->61M(247M) 172.882ms",
            "[4.100s][info][gc] GC(9) Pause Young (Allocation Failure) 130M->77M(247M) 3.211ms",
            "[5.000s][info][gc] GC(10) Pause Full (Diagnostic Command) 52M->24M(247M) 18.402ms");

    assertThat(HeapUse.parse(log)).isEqualTo(new HeapUse(240, 61));
  }

  @Test
  void withoutACollectionNothingIsKnown() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeapUse.parse(List.of("[0.012s][info][gc] Using G1")));
  }
}
