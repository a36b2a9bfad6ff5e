package io.kvreshard.core.contiguous;

import static io.kvreshard.core.contiguous.Buffers.at;
import static io.kvreshard.core.contiguous.Buffers.integers;
import static io.kvreshard.core.contiguous.Buffers.named;
import static io.kvreshard.core.contiguous.Buffers.shaped;
import static io.kvreshard.core.resolved.Fixture.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.resolved.Fixture;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FragmentTest {
  private static final Fragment RIGHT =
      Buffers.of(Fixture.PLACEMENT, "a-p0-t1", 10, null).buffers().getFirst().fragment();

  @Test
  void liesInItsAllocation() {
    long bytes = RIGHT.nbytes();
    assertThat(at(RIGHT, 1000, bytes + 24, 24).address()).isEqualTo(1024);
    assertThat(at(RIGHT, 1000, bytes + 24, 24).end()).isEqualTo(1024 + bytes);
    assertThat(at(RIGHT, 1000, bytes + 24, 24).storageEnd()).isEqualTo(1024 + bytes);
    assertOffset(1000, bytes + 24, 25);
    assertOffset(1000, bytes - 1, 0);
    assertRejected(
        () ->
            new Fragment(
                "p",
                "f",
                "w",
                "e",
                "d",
                5,
                1,
                BigInteger.ONE,
                List.of(),
                List.of(),
                1000,
                1,
                U64.MAX - 994),
        RejectionCategory.GEOMETRY,
        "/address",
        "address 5 is not storage_address 1000 + storage_offset_bytes");
  }

  @Test
  void hasTheAddressThatItSays() {
    Fragment elsewhere =
        new Fragment("p", "f", "w", "e", "d", 9, 1, BigInteger.ONE, List.of(), List.of(), 9, 1, 0);
    assertThat(elsewhere.nbytes()).isEqualTo(1);
    for (long address : new long[] {8, 10}) {
      assertRejected(
          () ->
              new Fragment(
                  "p",
                  "f",
                  "w",
                  "e",
                  "d",
                  address,
                  1,
                  BigInteger.ONE,
                  List.of(),
                  List.of(),
                  9,
                  9,
                  0),
          RejectionCategory.GEOMETRY,
          "/address",
          "is not storage_address 9 + storage_offset_bytes 0");
    }
  }

  @Test
  void endsAtTheU64() {
    long bytes = RIGHT.nbytes();
    assertThat(at(RIGHT, U64.MAX - bytes, bytes, 0).end()).isEqualTo(U64.MAX);
    assertRejected(
        () -> at(RIGHT, U64.MAX - bytes + 1, bytes, 0), RejectionCategory.RANGE, "/address", "");
    assertRejected(
        () -> at(RIGHT, U64.MAX - bytes, bytes + 1, 0),
        RejectionCategory.RANGE,
        "/storage_address",
        "");
    assertRejected(() -> at(RIGHT, 0, bytes, 0), RejectionCategory.RANGE, "/address", "");
    assertRejected(() -> at(RIGHT, 0, bytes, 8), RejectionCategory.RANGE, "/storage_address", "");
  }

  @Test
  void namesAreNotEmpty() {
    assertRejected(
        () -> named(RIGHT, "", "w", "e", "d"), RejectionCategory.STRING, "/fragment_id", "");
    assertRejected(
        () -> named(RIGHT, "f", "", "e", "d"), RejectionCategory.STRING, "/worker_id", "");
    assertRejected(
        () -> named(RIGHT, "f", "w", "", "d"), RejectionCategory.STRING, "/endpoint", "");
    assertRejected(() -> named(RIGHT, "f", "w", "e", ""), RejectionCategory.STRING, "/device", "");
  }

  /** Where an extent is 1, any stride is read, and the contiguous one is written. */
  @Test
  void stridesThatMeanNothingAreContiguous() {
    assertThat(strides(integers(1, 4, 1, 1), integers(0, 99, 7, 5)))
        .isEqualTo(integers(8, 99, 2, 2));
    assertThat(strides(List.of(), List.of())).isEmpty();
  }

  @Test
  void stridesFitTheirShape() {
    assertRejected(
        () -> strides(integers(1, 4), integers(8)),
        RejectionCategory.GEOMETRY,
        "/strides_bytes",
        "1 strides for 2 dimensions");
    assertRejected(
        () -> strides(integers(3, 4), integers(0, 2)),
        RejectionCategory.GEOMETRY,
        "/strides_bytes",
        "stride 0 is 0, its dimension has extent 3");
    assertRejected(
        () -> strides(integers(3, 0), integers(2, 2)),
        RejectionCategory.RANGE,
        "/local_shape",
        "1 is the least value");
    assertRejected(
        () -> shaped(RIGHT, 0, List.of(), List.of()), RejectionCategory.RANGE, "/itemsize", "");
    assertRejected(
        () -> strides(integers(3), List.of(BigInteger.ONE.negate())),
        RejectionCategory.RANGE,
        "/strides_bytes",
        "0 is the least value");
  }

  /** The contract bounds neither extents nor their product. */
  @Test
  void numbersHaveNoUpperBound() {
    BigInteger huge = BigInteger.TEN.pow(1000);
    assertThat(strides(List.of(BigInteger.ONE, huge), List.of(BigInteger.ONE, huge)))
        .containsExactly(huge.shiftLeft(1), huge);
  }

  /** A contiguous stride that no document could hold. */
  @Test
  @Timeout(value = 20, unit = TimeUnit.SECONDS)
  void whatNoDocumentHoldsIsRefused() {
    List<BigInteger> shape = new ArrayList<>(Collections.nCopies(1_000_000, BigInteger.TWO));
    assertThat(strides(shape, shape)).hasSize(1_000_000);
    shape.addFirst(BigInteger.ONE);
    assertTooLong(shape);
    List<BigInteger> ones = new ArrayList<>(Collections.nCopies(100_000, BigInteger.ONE));
    ones.add(BigInteger.TEN.pow(4000));
    assertTooLong(ones);
  }

  private static void assertTooLong(List<BigInteger> shape) {
    List<BigInteger> strides = Collections.nCopies(shape.size(), BigInteger.ONE);
    assertRejected(
        () -> strides(shape, strides), RejectionCategory.LIMIT, "/strides_bytes", "no document");
  }

  private static List<BigInteger> strides(List<BigInteger> shape, List<BigInteger> strides) {
    return shaped(RIGHT, 2, shape, strides).stridesBytes();
  }

  private static void assertOffset(long storage, long storageBytes, long offset) {
    assertRejected(
        () -> at(RIGHT, storage, storageBytes, offset),
        RejectionCategory.GEOMETRY,
        "/storage_offset_bytes",
        "do not fit into an allocation");
  }
}
