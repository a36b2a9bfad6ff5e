package io.kvreshard.core.contiguous;

import io.kvreshard.core.U64;
import io.kvreshard.core.contract.BindingHeader;
import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.SnapshotRef;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Right buffers of a participant, and fragments to be changed in one place. */
final class Buffers {
  private Buffers() {}

  /** Buffers of so many tokens, 2^20 bytes apart, each alone in its allocation. */
  static RuntimeBinding of(
      Placement placement, String participant, long tokens, @Nullable Snapshot snapshot) {
    Part part = placement.requirePart(participant);
    List<Buffer> buffers = new ArrayList<>();
    for (long layer : part.layers().toArray()) {
      for (Component component : part.descriptor().components()) {
        long address = (1L + buffers.size()) << 20;
        buffers.add(
            new Buffer(layer, component, fragment(part, layer, component, tokens, address)));
      }
    }
    return new RuntimeBinding(
        BindingHeader.of(placement, "instance:" + participant, participant),
        snapshot == null ? null : SnapshotRef.of(snapshot),
        buffers);
  }

  static RuntimeBinding with(RuntimeBinding binding, List<Buffer> buffers) {
    return new RuntimeBinding(binding.header(), binding.snapshot(), buffers);
  }

  /** The binding with one changed fragment. */
  static RuntimeBinding with(RuntimeBinding binding, int index, UnaryOperator<Fragment> change) {
    List<Buffer> buffers = new ArrayList<>(binding.buffers());
    Buffer buffer = buffers.get(index);
    buffers.set(
        index, new Buffer(buffer.layer(), buffer.component(), change.apply(buffer.fragment())));
    return with(binding, buffers);
  }

  private static Fragment fragment(
      Part part, long layer, Component component, long tokens, long address) {
    long row = part.descriptor().rowBytes(component);
    long itemsize = part.descriptor().itemsize();
    long[] shape = {tokens, part.headCount(), part.descriptor().headDim(component)};
    long[] strides = {part.headCount() * row, row, itemsize};
    long bytes = tokens * strides[0];
    return new Fragment(
        part.fragmentId(layer, component),
        layer + component.wire(),
        "worker",
        "host:1",
        "cuda:0",
        address,
        bytes,
        BigInteger.valueOf(itemsize),
        integers(shape),
        integers(strides),
        address,
        bytes,
        0);
  }

  static List<BigInteger> integers(long... values) {
    return Arrays.stream(values).mapToObj(U64::big).toList();
  }

  /** The same fragment elsewhere: a view into an allocation. */
  static Fragment at(Fragment fragment, long storage, long storageBytes, long offset) {
    return new Fragment(
        fragment.placementFragmentId(),
        fragment.fragmentId(),
        fragment.workerId(),
        fragment.endpoint(),
        fragment.device(),
        storage + offset,
        fragment.nbytes(),
        fragment.itemsize(),
        fragment.localShape(),
        fragment.stridesBytes(),
        storage,
        storageBytes,
        offset);
  }

  static Fragment named(
      Fragment fragment, String id, String worker, String endpoint, String device) {
    return new Fragment(
        fragment.placementFragmentId(),
        id,
        worker,
        endpoint,
        device,
        fragment.address(),
        fragment.nbytes(),
        fragment.itemsize(),
        fragment.localShape(),
        fragment.stridesBytes(),
        fragment.storageAddress(),
        fragment.storageNbytes(),
        fragment.storageOffsetBytes());
  }

  static Fragment shaped(
      Fragment fragment, long itemsize, List<BigInteger> shape, List<BigInteger> strides) {
    return new Fragment(
        fragment.placementFragmentId(),
        fragment.fragmentId(),
        fragment.workerId(),
        fragment.endpoint(),
        fragment.device(),
        fragment.address(),
        fragment.nbytes(),
        BigInteger.valueOf(itemsize),
        shape,
        strides,
        fragment.storageAddress(),
        fragment.storageNbytes(),
        fragment.storageOffsetBytes());
  }
}
