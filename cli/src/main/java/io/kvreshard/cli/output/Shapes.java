package io.kvreshard.cli.output;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.Topology;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Geometry and parallelism in few characters. */
public final class Shapes {
  private Shapes() {}

  /** {@code TP4·PP2·DP3}; axes of one rank are left out. */
  public static String of(Topology topology) {
    return Stream.of(
            "TP" + Long.toUnsignedString(topology.tpSize()),
            axis("PP", topology.ppSize()),
            axis("DP", topology.dpSize()))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("·"));
  }

  /** {@code 22 layers × 4 KV heads × 64 bfloat16}. */
  public static String of(Descriptor cache) {
    return "%d layers × %s KV heads × %s %s%s"
        .formatted(
            cache.layers().size(),
            Long.toUnsignedString(cache.totalKvHeads()),
            cache.components().stream()
                .map(cache::headDim)
                .distinct()
                .map(Long::toUnsignedString)
                .collect(Collectors.joining("/")),
            cache.dtype(),
            cache.components().contains(Component.VALUE) ? "" : ", keys only");
  }

  /** {@code 5} or {@code 4-7}. */
  public static String heads(long start, long count) {
    return count == 1
        ? Long.toUnsignedString(start)
        : "%s-%s".formatted(Long.toUnsignedString(start), Long.toUnsignedString(start + count - 1));
  }

  private static String axis(String name, long size) {
    return size == 1 ? "" : name + Long.toUnsignedString(size);
  }
}
