package io.kvreshard.core.contiguous;

import io.kvreshard.core.Limits;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.contract.Check;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Strides of a tensor of any rank (CONTRACT §4.8). Its numbers have no upper bound in the contract:
 * only what a document could hold is worked with.
 */
final class Strides {
  private static final int BITS_PER_DIGIT = 4;

  /** The least number that has more digits than a document may write. */
  private static final BigInteger TOO_LONG = BigInteger.TEN.pow(Limits.DIGITS);

  private final List<BigInteger> shape;
  private final List<BigInteger> strides;
  private long bits;

  private Strides(List<BigInteger> shape, List<BigInteger> strides) {
    this.shape = shape;
    this.strides = strides;
  }

  /** The strides, with those of dimensions of extent 1 replaced by those of a contiguous tensor. */
  static List<BigInteger> normalised(
      BigInteger itemsize, List<BigInteger> shape, List<BigInteger> strides) {
    if (shape.size() != strides.size()) {
      throw reject(
          RejectionCategory.GEOMETRY,
          "%d strides for %d dimensions".formatted(strides.size(), shape.size()));
    }
    return new Strides(shape, strides).normalised(itemsize);
  }

  private List<BigInteger> normalised(BigInteger itemsize) {
    List<BigInteger> result = new ArrayList<>(strides);
    BigInteger contiguous = itemsize;
    for (int i = shape.size() - 1; i >= 0; i--) {
      if (shape.get(i).equals(BigInteger.ONE)) {
        result.set(i, written(contiguous));
      } else if (strides.get(i).signum() == 0) {
        throw reject(
            RejectionCategory.GEOMETRY,
            "stride %d is 0, its dimension has extent %s".formatted(i, brief(shape.get(i))));
      } else if (!tooLong(contiguous)) {
        contiguous = contiguous.multiply(shape.get(i));
      }
    }
    return List.copyOf(result);
  }

  /** A number that could be written into a document and read again, with all before it. */
  private BigInteger written(BigInteger stride) {
    bits += stride.bitLength();
    if (tooLong(stride) || bits > (long) Limits.TEXT_BYTES * BITS_PER_DIGIT) {
      throw reject(
          RejectionCategory.LIMIT, "the contiguous strides of this shape fit into no document");
    }
    return stride;
  }

  private static boolean tooLong(BigInteger number) {
    return number.compareTo(TOO_LONG) >= 0;
  }

  private static String brief(BigInteger number) {
    return number.bitLength() <= Long.SIZE ? number.toString() : "beyond 2^64";
  }

  private static RejectedException reject(RejectionCategory category, String message) {
    return Check.reject(category, "/strides_bytes", message);
  }
}
