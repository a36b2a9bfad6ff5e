package io.kvreshard.bench.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class HeapUseTest {
  @Test
  void mostBeforeAndMostAfterACollectionCount() {
    var log =
        List.of(
            "[0.012s][info][gc] Using G1",
            "[3.100s][info][gc] GC(7) Pause Young (Normal) (G1 Evacuation Pause) 98M->41M(256M) 4.061ms",
            "[3.200s][info][gc] GC(8) Concurrent Mark Cycle 21.711ms",
            "[4.100s][info][gc] GC(9) Pause Young (Mixed) (G1 Evacuation Pause) 140M->37M(256M) 3.211ms",
            "[5.000s][info][gc] GC(10) Pause Full (Diagnostic Command) 52M->24M(90M) 18.402ms");

    assertThat(HeapUse.parse(log)).isEqualTo(new HeapUse(140, 41));
  }

  @Test
  void withoutACollectionNothingIsKnown() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HeapUse.parse(List.of("[0.012s][info][gc] Using G1")));
  }
}
