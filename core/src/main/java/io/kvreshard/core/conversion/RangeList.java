package io.kvreshard.core.conversion;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.paged.Tensor;
import io.kvreshard.core.resolved.ResolvedRange;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the ranges of tensors. Upstream's strides must step over what is inside them, also where
 * they are not used, and tokens over all heads: a tensor [head][token] is a range for each head.
 */
final class RangeList {
  private final Descriptor descriptor;
  private final long most;
  private final List<ResolvedRange> ranges = new ArrayList<>();

  RangeList(Descriptor descriptor, long most) {
    this.descriptor = descriptor;
    this.most = most;
  }

  List<ResolvedRange> all() {
    return ranges;
  }

  /** Adds the tensor's heads of these tokens. */
  void add(Tensor tensor, Run run) {
    if (run.tokens() == 0) {
      return;
    }
    long headBytes = descriptor.rowBytes(tensor.component());
    long heads = tensor.headCount();
    long headStride = heads == 1 ? headBytes : tensor.headStride();
    long row = (heads - 1) * headStride + headBytes;
    long tokenStride = run.tokens() == 1 ? row : tensor.tokenStride();
    if (U64.le(row, tokenStride)) {
      add(tensor, run, tensor.headStart(), heads, run.offset(), tokenStride, headStride);
      return;
    }
    for (long head = 0; head != heads; head++) {
      long offset = run.offset() + head * headStride;
      add(tensor, run, tensor.headStart() + head, 1, offset, tokenStride, headBytes);
    }
  }

  private void add(
      Tensor tensor,
      Run run,
      long headStart,
      long heads,
      long offset,
      long tokenStride,
      long headStride) {
    if (!U64.lt(ranges.size(), most)) {
      throw Check.reject(
          RejectionCategory.LIMIT,
          "/ranges",
          "the binding has more than %s ranges: keep it in its paged form"
              .formatted(U64.text(most)));
    }
    ranges.add(
        new ResolvedRange(
            tensor.layer(),
            tensor.component(),
            run.tokenStart(),
            run.tokens(),
            headStart,
            heads,
            tensor.region(),
            offset,
            tokenStride,
            headStride));
  }
}
