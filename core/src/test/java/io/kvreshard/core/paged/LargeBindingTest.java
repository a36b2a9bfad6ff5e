package io.kvreshard.core.paged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.contract.Descriptor;
import io.kvreshard.core.contract.LayerSet;
import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Participant;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Rank;
import io.kvreshard.core.contract.Snapshot;
import io.kvreshard.core.contract.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Llama-3.1-405B with 128k tokens on one rank: 258 million rows of 256 bytes, which nobody may look
 * at one by one.
 */
class LargeBindingTest {
  private static final int LAYERS = 126;
  private static final int TOKENS = 128 * 1024;

  /** Generous: a row-by-row check takes minutes. */
  private static final Duration AT_MOST = Duration.ofSeconds(20);

  @ParameterizedTest
  @CsvSource({
    "LCBSH, 16",
    "LBCSH, 16",
    "LBCHS, 16",
    "LCHBS, 16",
    "BLCSH, 16",
    "BSLCH, 1",
    "SBLCH, 64",
    "LBCSH, 1",
    "HBLCS, 64"
  })
  void isCheckedWithoutExpandingIt(String axes, int pageTokens) {
    Draft draft = draft(axes, pageTokens);
    long keys = draft.tensors().get(100).base();
    Draft broken =
        draft.tensor(
            101, t -> Draft.strides(t, keys, t.pageStride(), t.tokenStride(), t.headStride()));
    assertTimeout(
        AT_MOST,
        () -> {
          OpenBinding binding = new OpenBinding(draft.create(), Side.TARGET);
          assertThat(binding.binding().digest()).hasSize(64);
          OpenBinding twin = new OpenBinding(interleaved(draft).create(), Side.TARGET);
          assertThatCode(() -> DisjointnessCheck.check(binding, List.of(twin)))
              .doesNotThrowAnyException();
          assertThatThrownBy(() -> DisjointnessCheck.check(binding, List.of(twin, binding)))
              .hasMessageContaining("both use byte");
          assertThatThrownBy(broken::create).hasMessageContaining("tensor of layer 50 value");
        });
  }

  /** Every other page of the same arrays. */
  private static Draft interleaved(Draft draft) {
    PageTable table = draft.pageTables().getFirst();
    int[] pages = table.pages();
    for (int i = 0; i < pages.length; i++) {
      pages[i]++;
    }
    return draft.tables(List.of(new PageTable(table.id(), table.pageTokens(), pages)));
  }

  static Draft draft(String axes, int pageTokens) {
    LayerSet layers = LayerSet.of(IntStream.range(0, LAYERS).asLongStream().toArray());
    Descriptor descriptor = new Descriptor(layers, "bf16", 2, 16, 8, 128, 128);
    Rank rank = new Rank(0, 0, 0);
    Topology topology = Topology.create(1, 1, 1, List.of(new Participant("rank", rank)));
    Part part =
        new Part("r", "1", "set", topology.id(), "rank", rank, descriptor, layers, 0, 8, 0, 1);
    int pages = TOKENS / pageTokens;
    List<Integer> numbers =
        new ArrayList<>(IntStream.range(0, pages).map(i -> 2 * i).boxed().toList());
    Collections.shuffle(numbers, new Random(1));
    ArrayShape shape = ArrayShape.dense(axes, LAYERS, 2 * pages, pageTokens, 8, 256, 256);
    List<Tensor> tensors = new ArrayList<>();
    for (int layer = 0; layer < LAYERS; layer++) {
      for (Component component : Component.values()) {
        tensors.add(shape.tensor(layer, layer, component, "pages", "memory", 0, 0, 8));
      }
    }
    return new Draft(
        "job/1/0/default",
        Placement.create("r", "1", "set", topology, descriptor, List.of(part)),
        Snapshot.create("default", "r", "m", "1", 0, TOKENS, "0".repeat(64), "1".repeat(64)),
        "process",
        "rank",
        List.of(new PageTable("pages", pageTokens, numbers.stream().mapToInt(n -> n).toArray())),
        List.of(new Region("memory", shape.bytes())),
        tensors,
        List.of(new Window(0, TOKENS, "pages", 0, 0)));
  }
}
