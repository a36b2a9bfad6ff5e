package io.kvreshard.core.contiguous;

import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.U64;
import io.kvreshard.core.contract.Check;
import java.math.BigInteger;
import java.util.List;

/**
 * A view of a tensor in a process's memory, and the allocation that it is part of (CONTRACT §4.8).
 *
 * @param placementFragmentId whose heads these are: {@link
 *     io.kvreshard.core.contract.Part#fragmentId}
 * @param fragmentId the runtime's name of the memory
 * @param workerId with {@code device}, the address space
 * @param endpoint where peers reach the memory
 * @param address of the view's first byte, u64, at least 1
 * @param nbytes of the view, at least 1
 * @param itemsize bytes of an element, at least 1, without upper bound
 * @param localShape extents, each at least 1, without upper bound
 * @param stridesBytes one for each extent; 0 only where the extent is 1. There it is replaced by
 *     the stride of a contiguous tensor
 * @param storageAddress of the allocation's first byte
 * @param storageNbytes of the allocation
 * @param storageOffsetBytes of the view in the allocation
 */
public record Fragment(
    String placementFragmentId,
    String fragmentId,
    String workerId,
    String endpoint,
    String device,
    long address,
    long nbytes,
    BigInteger itemsize,
    List<BigInteger> localShape,
    List<BigInteger> stridesBytes,
    long storageAddress,
    long storageNbytes,
    long storageOffsetBytes) {
  public Fragment {
    Check.notEmpty("/placement_fragment_id", placementFragmentId);
    Check.notEmpty("/fragment_id", fragmentId);
    Check.notEmpty("/worker_id", workerId);
    Check.notEmpty("/endpoint", endpoint);
    Check.notEmpty("/device", device);
    memory("address", address, "nbytes", nbytes);
    least("/itemsize", itemsize, 1);
    localShape.forEach(extent -> least("/local_shape", extent, 1));
    stridesBytes.forEach(stride -> least("/strides_bytes", stride, 0));
    localShape = List.copyOf(localShape);
    stridesBytes = Strides.normalised(itemsize, localShape, stridesBytes);
    memory("storage_address", storageAddress, "storage_nbytes", storageNbytes);
    checkInside(address, nbytes, storageAddress, storageNbytes, storageOffsetBytes);
  }

  /** The first address after the view. */
  public long end() {
    return address + nbytes;
  }

  /** The first address after the allocation. */
  public long storageEnd() {
    return storageAddress + storageNbytes;
  }

  private static void memory(String addressName, long address, String bytesName, long nbytes) {
    Check.positive("/" + addressName, address);
    Check.positive("/" + bytesName, nbytes);
    Check.inside("/" + addressName, address, nbytes, U64.MAX, "2^64-1");
  }

  private static void least(String pointer, BigInteger value, long least) {
    if (value.compareTo(BigInteger.valueOf(least)) < 0) {
      throw Check.reject(RejectionCategory.RANGE, pointer, least + " is the least value allowed");
    }
  }

  private static void checkInside(
      long address, long nbytes, long storageAddress, long storageNbytes, long offset) {
    if (!U64.sumFits(storageAddress, offset) || address != storageAddress + offset) {
      throw Check.reject(
          RejectionCategory.GEOMETRY,
          "/address",
          "address %s is not storage_address %s + storage_offset_bytes %s"
              .formatted(U64.text(address), U64.text(storageAddress), U64.text(offset)));
    }
    if (!U64.le(nbytes, storageNbytes) || !U64.le(offset, storageNbytes - nbytes)) {
      throw Check.reject(
          RejectionCategory.GEOMETRY,
          "/storage_offset_bytes",
          "%s bytes at offset %s do not fit into an allocation of %s"
              .formatted(U64.text(nbytes), U64.text(offset), U64.text(storageNbytes)));
    }
  }
}
