package io.kvreshard.cli.placement;

import io.kvreshard.cli.input.UnusableInputException;
import io.kvreshard.core.Limits;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The cache's geometry and the engine's parallelism. */
final class GeometryOptions {
  private static final Map<String, Long> ITEM_BYTES =
      Map.of("float32", 4L, "bfloat16", 2L, "float16", 2L, "float8_e4m3fn", 1L, "float8_e5m2", 1L);

  @Option(
      names = "--layers",
      paramLabel = "N",
      required = true,
      description = "Layers of the model, from 0.")
  int layers;

  @Option(
      names = "--kv-heads",
      paramLabel = "N",
      required = true,
      description = "KV heads of the whole model.")
  long kvHeads;

  @Option(names = "--tp", paramLabel = "N", required = true, description = "Tensor-parallel ranks.")
  int tp;

  @Option(
      names = "--pp",
      paramLabel = "N",
      description = "Pipeline stages. Default: ${DEFAULT-VALUE}.")
  int pp = 1;

  @Option(
      names = "--dp",
      paramLabel = "N",
      description = "Data-parallel ranks. Default: ${DEFAULT-VALUE}.")
  int dp = 1;

  @Option(
      names = "--stage-layers",
      split = ",",
      paramLabel = "N",
      description =
          "How many layers each pipeline stage has, such as 19,20,20,21. Default: nearly equal.")
  List<Integer> stageLayers = List.of();

  @Option(
      names = "--head-dim",
      paramLabel = "N",
      description = "Elements of a key. Default: ${DEFAULT-VALUE}.")
  long headDim = 128;

  @Option(
      names = "--value-head-dim",
      paramLabel = "N",
      description = "Elements of a value. Default: --head-dim.")
  @Nullable Long valueHeadDim;

  @Option(
      names = "--dtype",
      paramLabel = "TEXT",
      description = "Element type. Default: ${DEFAULT-VALUE}.")
  String dtype = "bfloat16";

  @Option(
      names = "--itemsize",
      paramLabel = "N",
      description = "Bytes of an element. Default: the --dtype's.")
  @Nullable Long itemsize;

  @Option(
      names = "--page-size",
      paramLabel = "N",
      description = "Tokens of the granule that both sides declare. Default: ${DEFAULT-VALUE}.")
  long pageSize = 16;

  /**
   * The layout that the options describe.
   *
   * @throws UnusableInputException if they describe none
   */
  Layout layout() {
    requireSize("--layers", layers);
    requireSize("--tp", tp);
    requireSize("--pp", pp);
    requireSize("--dp", dp);
    long ranks = (long) tp * Math.max(pp, stageLayers.size()) * dp;
    if (ranks > Limits.ITEMS) {
      throw new UnusableInputException(
          "%d ranks: at most %d are possible".formatted(ranks, Limits.ITEMS));
    }
    var descriptor =
        new Descriptor(
            LayerSet.of(LongStream.range(0, layers).toArray()),
            dtype,
            itemBytes(),
            pageSize,
            kvHeads,
            headDim,
            valueHeadDim == null ? headDim : valueHeadDim);
    return new Layout(descriptor, stages(), tp, dp);
  }

  private List<LayerSet> stages() {
    var counts = stageLayers.isEmpty() ? even() : stageLayers;
    if (!stageLayers.isEmpty() && pp != 1 && pp != stageLayers.size()) {
      throw new UnusableInputException(
          "--stage-layers names %d stages, --pp %d: leave --pp out"
              .formatted(stageLayers.size(), pp));
    }
    if (counts.stream().anyMatch(count -> count < 0)
        || counts.stream().mapToLong(Integer::longValue).sum() != layers) {
      throw new UnusableInputException(
          "--stage-layers %s: the sum must be --layers %d".formatted(counts, layers));
    }
    var stages = new ArrayList<LayerSet>();
    long next = 0;
    for (int count : counts) {
      stages.add(LayerSet.of(LongStream.range(next, next + count).toArray()));
      next += count;
    }
    return stages;
  }

  private List<Integer> even() {
    var counts = new ArrayList<Integer>();
    for (long stage = 0; stage < pp; stage++) {
      counts.add((int) (layers * (stage + 1) / pp - layers * stage / pp));
    }
    return counts;
  }

  private long itemBytes() {
    if (itemsize != null) {
      return itemsize;
    }
    var known = ITEM_BYTES.get(dtype);
    if (known == null) {
      throw new UnusableInputException(
          "--dtype %s: how many bytes it has is not known here, say it with --itemsize"
              .formatted(dtype));
    }
    return known;
  }

  private static void requireSize(String option, long value) {
    if (value < 1 || value > Limits.ITEMS) {
      throw new UnusableInputException(
          "%s %d: 1 to %d are possible".formatted(option, value, Limits.ITEMS));
    }
  }
}
