package io.kvreshard.sim;

import io.kvreshard.sim.engine.Pod;
import io.kvreshard.sim.model.Dtype;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.sim.model.EngineConfig.Use;
import io.kvreshard.sim.model.KvLayout;
import io.kvreshard.sim.model.Model;
import io.kvreshard.sim.model.Parallel;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Options that all processes of one engine get alike, and the pod that a process runs in. */
final class EngineOptions {
  @Option(names = "--engine", required = true, description = "The instance group: a DNS label.")
  String engine = "";

  @Option(names = "--model", defaultValue = "sim-llama", description = "${DEFAULT-VALUE}")
  String model = "";

  @Option(names = "--layers", defaultValue = "16", description = "${DEFAULT-VALUE}")
  int layers;

  @Option(names = "--kv-heads", defaultValue = "4", description = "${DEFAULT-VALUE}")
  int kvHeads;

  @Option(names = "--head-dim", defaultValue = "64", description = "${DEFAULT-VALUE}")
  int headDim;

  @Option(
      names = "--dtype",
      defaultValue = "bfloat16",
      description = "float32, bfloat16, float16, float8_e4m3fn; ${DEFAULT-VALUE}")
  String dtype = "";

  @Option(
      names = "--granule",
      defaultValue = "16",
      description = "Logical page size that both sides of a move declare; ${DEFAULT-VALUE}")
  int granule;

  @Option(names = "--tp", defaultValue = "1", description = "Tensor ranks; ${DEFAULT-VALUE}")
  int tp;

  @Option(names = "--pp", defaultValue = "1", description = "Pipeline stages; ${DEFAULT-VALUE}")
  int pp;

  @Option(names = "--dp", defaultValue = "1", description = "Data ranks; ${DEFAULT-VALUE}")
  int dp;

  @Option(
      names = "--layout",
      defaultValue = "vllm-2-blocks",
      description = "vllm-2-blocks, vllm-blocks-2, hnd, sglang; ${DEFAULT-VALUE}")
  String layout = "";

  @Option(
      names = "--page-size",
      defaultValue = "16",
      description = "Tokens of an allocator's page (sglang: 1); ${DEFAULT-VALUE}")
  int pageSize;

  @Option(names = "--pages", defaultValue = "0", description = "Pages of the engine; 0: enough")
  int pages;

  @Option(names = "--token-start", defaultValue = "0", description = "${DEFAULT-VALUE}")
  long tokenStart;

  @Option(
      names = "--tokens",
      defaultValue = "4096",
      description = "Tokens of the snapshot; ${DEFAULT-VALUE}")
  int tokens;

  @Option(
      names = "--sequences",
      defaultValue = "3",
      description = "Sequences that they belong to; ${DEFAULT-VALUE}")
  int sequences;

  @Option(
      names = "--page-seed",
      defaultValue = "1",
      description = "Which pages are used; ${DEFAULT-VALUE}")
  long pageSeed;

  @Option(
      names = "--content-seed",
      defaultValue = "1",
      description = "Which tokens they are: equal for source and target; ${DEFAULT-VALUE}")
  long contentSeed;

  @Option(
      names = "--contents-bytes",
      description =
          "Of the token ids that the coordinator has besides the pages; 0: none. Default: four bytes a token")
  @Nullable Integer contentsBytes;

  @Option(
      names = "--cache-namespace",
      defaultValue = "${env:POD_NAMESPACE:-default}",
      description = "The documents' namespace. Agents want the pod's. Default: the environment's")
  String cacheNamespace = "";

  @ArgGroup(multiplicity = "1")
  Offer offer = new Offer();

  /** What the engine offers. */
  static final class Offer {
    @Option(
        names = "--export",
        required = true,
        description = "Offer pages with content, as this KVSnapshot.")
    @Nullable String exported;

    @Option(
        names = "--reserve",
        required = true,
        description = "Offer empty pages, as this KVSnapshot.")
    @Nullable String reserved;
  }

  @Option(
      names = "--dir",
      required = true,
      description = "The pod's directory: the agent's runtime.sock is in it.")
  Path directory = Path.of("");

  @Option(names = "--pod-namespace", defaultValue = "${env:POD_NAMESPACE:-default}")
  String podNamespace = "";

  @Option(names = "--pod-name", defaultValue = "${env:POD_NAME:-engine}")
  String podName = "";

  @Option(
      names = "--pod-uid",
      required = true,
      defaultValue = "${env:POD_UID}",
      description = "Default: the environment's POD_UID")
  String podUid = "";

  EngineConfig config() {
    return new EngineConfig(
        engine,
        cacheNamespace,
        new Model(model, layers, kvHeads, headDim, Dtype.of(dtype), granule),
        new Parallel(tp, pp, dp),
        KvLayout.of(layout),
        KvLayout.of(layout) == KvLayout.SGLANG ? 1 : pageSize,
        pages,
        tokenStart,
        tokens,
        sequences,
        pageSeed,
        contentSeed,
        contentsBytes != null ? contentsBytes : Integer.BYTES * tokens,
        offer.exported != null ? Use.EXPORT : Use.RESERVE,
        Optional.ofNullable(offer.exported)
            .or(() -> Optional.ofNullable(offer.reserved))
            .orElse(""));
  }

  Pod pod() {
    return new Pod(podNamespace, podName, podUid, directory);
  }
}
