package io.kvreshard.core.conformance;

import io.kvreshard.core.U64;
import io.kvreshard.core.resolved.RegisteredRegion;
import io.kvreshard.core.resolved.ResolvedBinding;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The memory of one participant at the addresses where its regions say that it is. Regions that
 * overlap or touch are one piece of memory.
 */
final class VirtualMemory {
  private static final long MOST_BYTES = 1L << 30;

  private final NavigableMap<Long, byte[]> pieces;

  /** The memory of a binding's regions. */
  VirtualMemory(ResolvedBinding binding) {
    this.pieces = join(binding.regions());
  }

  void fill(RegisteredRegion region, byte value) {
    byte[] bytes = new byte[Math.toIntExact(region.nbytes())];
    Arrays.fill(bytes, value);
    put(region.address(), bytes);
  }

  void put(long address, byte[] bytes) {
    Map.Entry<Long, byte[]> piece = piece(address);
    System.arraycopy(bytes, 0, piece.getValue(), (int) (address - piece.getKey()), bytes.length);
  }

  byte[] bytes(long address, int nbytes) {
    Map.Entry<Long, byte[]> piece = piece(address);
    int offset = (int) (address - piece.getKey());
    Objects.checkFromIndexSize(offset, nbytes, piece.getValue().length);
    return Arrays.copyOfRange(piece.getValue(), offset, offset + nbytes);
  }

  private Map.Entry<Long, byte[]> piece(long address) {
    Map.Entry<Long, byte[]> piece = pieces.floorEntry(address);
    if (piece == null) {
      throw new IndexOutOfBoundsException("no memory at address " + U64.text(address));
    }
    return piece;
  }

  private static NavigableMap<Long, byte[]> join(List<RegisteredRegion> regions) {
    var joined = new TreeMap<Long, byte[]>(U64::compare);
    List<RegisteredRegion> sorted =
        regions.stream()
            .sorted(Comparator.comparing(RegisteredRegion::address, U64::compare))
            .toList();
    long start = sorted.getFirst().address();
    long end = start;
    for (RegisteredRegion region : sorted) {
      if (U64.lt(end, region.address())) {
        joined.put(start, allocate(end - start));
        start = region.address();
      }
      end = U64.max(end, region.address() + region.nbytes());
    }
    joined.put(start, allocate(end - start));
    return joined;
  }

  private static byte[] allocate(long nbytes) {
    if (!U64.le(nbytes, MOST_BYTES)) {
      throw new MalformedCase(
          "its regions have %s bytes; more than 2^30 are not simulated"
              .formatted(U64.text(nbytes)));
    }
    return new byte[(int) nbytes];
  }
}
