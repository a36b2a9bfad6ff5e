package io.kvreshard.core.contiguous;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import io.kvreshard.core.contract.Part;
import java.math.BigInteger;
import java.util.List;

/**
 * The rule that a buffer is a contiguous tensor [token][head][dimension] of its part's heads
 * (CONTRACT §4.8).
 */
final class BufferGeometry {
  private final Buffer buffer;

  private BufferGeometry(Buffer buffer) {
    this.buffer = buffer;
  }

  static void check(Part part, Buffer buffer) {
    var geometry = new BufferGeometry(buffer);
    Check.same(
        "/buffers",
        geometry.name() + "placement_fragment_id",
        buffer.fragment().placementFragmentId(),
        part.fragmentId(buffer.layer(), buffer.component()));
    geometry.shape(part);
    geometry.bytes();
    geometry.strides();
  }

  private void shape(Part part) {
    Fragment fragment = buffer.fragment();
    BigInteger itemsize = U64.big(part.descriptor().itemsize());
    if (!fragment.itemsize().equals(itemsize)) {
      throw reject("the item size is not the descriptor's " + itemsize);
    }
    List<BigInteger> heads =
        List.of(U64.big(part.headCount()), U64.big(part.descriptor().headDim(buffer.component())));
    List<BigInteger> shape = fragment.localShape();
    if (shape.size() != 3 || !shape.subList(1, 3).equals(heads)) {
      throw reject("the shape must be [tokens, %s, %s]".formatted(heads.get(0), heads.get(1)));
    }
  }

  private void bytes() {
    Fragment fragment = buffer.fragment();
    BigInteger bytes =
        fragment.localShape().stream().reduce(fragment.itemsize(), BigInteger::multiply);
    if (!bytes.equals(U64.big(fragment.nbytes()))) {
      throw reject("nbytes %s is not what the shape holds".formatted(U64.text(fragment.nbytes())));
    }
  }

  private void strides() {
    Fragment fragment = buffer.fragment();
    BigInteger element = fragment.itemsize();
    BigInteger head = element.multiply(fragment.localShape().get(2));
    BigInteger token = head.multiply(fragment.localShape().get(1));
    if (!fragment.stridesBytes().equals(List.of(token, head, element))) {
      throw reject(
          "the strides must be [%s, %s, %s], a tensor without gaps"
              .formatted(token, head, element));
    }
  }

  private String name() {
    return "buffer of layer %s %s: ".formatted(U64.text(buffer.layer()), buffer.component().wire());
  }

  private RejectedException reject(String why) {
    return Check.reject(RejectionCategory.GEOMETRY, "/buffers", name() + why);
  }
}
