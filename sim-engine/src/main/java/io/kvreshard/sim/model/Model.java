package io.kvreshard.sim.model;

import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import java.util.stream.LongStream;

/**
 * The geometry of a model's KV cache.
 *
 * @param id name of the model
 * @param layers attention layers, numbered from 0
 * @param kvHeads KV heads of a layer
 * @param headDim elements of a head's vector, for K and V alike
 * @param dtype element type
 * @param granule tokens of the logical page that both sides of a move declare
 */
public record Model(String id, int layers, int kvHeads, int headDim, Dtype dtype, int granule) {
  public Model {
    if (layers < 1 || kvHeads < 1 || headDim < 1 || granule < 1) {
      throw new IllegalArgumentException(
          "layers, KV heads, head dim and granule must be at least 1");
    }
  }

  /** Bytes of one (token, head) of K or V. */
  public int rowBytes() {
    return headDim * dtype.itemsize();
  }

  /** The geometry as documents say it. */
  public Descriptor descriptor() {
    return new Descriptor(
        LayerSet.of(LongStream.range(0, layers).toArray()),
        dtype.wire(),
        dtype.itemsize(),
        granule,
        kvHeads,
        headDim,
        headDim);
  }
}
