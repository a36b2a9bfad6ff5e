package io.kvreshard.sim.model;

import java.util.Arrays;
import java.util.stream.Collectors;

/** How real engines shape a layer's cache. */
public enum KvLayout {
  /** vLLM: one tensor a layer, {@code [2, blocks, size, heads, dim]}. */
  VLLM_2_BLOCKS("vllm-2-blocks"),
  /** vLLM: one tensor a layer, {@code [blocks, 2, size, heads, dim]}. */
  VLLM_BLOCKS_2("vllm-blocks-2"),
  /** Head-major pages, K and V apart: {@code [blocks, heads, size, dim]}. */
  HND("hnd"),
  /** SGLang: page size 1, K and V apart: {@code [slots, heads, dim]}. */
  SGLANG("sglang");

  private final String flag;

  KvLayout(String flag) {
    this.flag = flag;
  }

  /** The name on the command line. */
  public String flag() {
    return flag;
  }

  /** The layout of this name. */
  public static KvLayout of(String name) {
    return Arrays.stream(values())
        .filter(l -> l.flag.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown layout '%s'; known are %s"
                        .formatted(
                            name,
                            Arrays.stream(values())
                                .map(KvLayout::flag)
                                .collect(Collectors.joining(", ")))));
  }
}
