package io.kvreshard.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class U64Test {
  private static final long HALF = Long.MIN_VALUE;

  @Test
  void comparesAsUnsigned() {
    assertThat(U64.le(Long.MAX_VALUE, HALF)).isTrue();
    assertThat(U64.lt(HALF, HALF)).isFalse();
    assertThat(U64.min(U64.MAX, 1)).isEqualTo(1);
    assertThat(U64.max(U64.MAX, 1)).isEqualTo(U64.MAX);
    assertThat(U64.text(U64.MAX)).isEqualTo("18446744073709551615");
  }

  @Test
  void addsUpToTheLargestValue() {
    assertThat(U64.addExact(U64.MAX - 1, 1)).isEqualTo(U64.MAX);
    assertThat(U64.sumFits(HALF, HALF)).isFalse();
    assertThatThrownBy(() -> U64.addExact(U64.MAX, 1))
        .isInstanceOf(ArithmeticException.class)
        .hasMessage("18446744073709551615 + 1 exceeds 2^64-1");
  }

  @Test
  void multipliesUpToTheLargestValue() {
    assertThat(U64.multiplyExact(0xFFFF_FFFFL, 0x1_0000_0001L)).isEqualTo(U64.MAX);
    assertThat(U64.productFits(1L << 32, 1L << 32)).isFalse();
    assertThatThrownBy(() -> U64.multiplyExact(HALF, 2)).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void becomesANumberWithoutBounds() {
    assertThat(U64.big(0)).isZero();
    assertThat(U64.big(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(U64.big(HALF)).isEqualTo(new BigInteger("9223372036854775808"));
    assertThat(U64.big(U64.MAX)).isEqualTo(new BigInteger("18446744073709551615"));
  }
}
