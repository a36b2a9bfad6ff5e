package io.kvreshard.sim.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.proto.runtime.v1.Block;
import io.kvreshard.proto.runtime.v1.Component;
import io.kvreshard.sim.model.Configs;
import io.kvreshard.sim.model.EngineConfig;
import io.kvreshard.sim.model.KvLayout;
import io.kvreshard.sim.model.Pages;
import io.kvreshard.sim.model.Parallel;
import io.kvreshard.sim.model.Shard;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KvMemoryTest {
  private static final String PARTICIPANT = "dp0-pp1-tp1";

  private static KvMemory memory(EngineConfig config) {
    Pages pages = config.pages();
    Shard shard = config.shard(PARTICIPANT);
    int bytes = (int) KvMemory.bytes(config, shard, pages);
    return new KvMemory(config, shard, pages, MemorySegment.ofArray(new byte[bytes]));
  }

  private static EngineConfig config(KvLayout layout, long seed) {
    return Configs.small(layout, new Parallel(2, 2, 1), seed);
  }

  @ParameterizedTest
  @EnumSource
  void everyByteIsChecked(KvLayout layout) {
    KvMemory kv = memory(config(layout, 1));
    kv.fill();
    assertThat(kv.check()).isEqualTo(new Check(2 * 2 * 300 * 2 * 16, 0, 0));
    assertThat(kv.sample().clean()).isTrue();
    long wrong = kv.row(kv.planes().get(3), 7, 1) + 5;
    flip(kv, wrong);
    assertThat(kv.check()).isEqualTo(new Check(2 * 2 * 300 * 2 * 16, 1, 0));
    flip(kv, wrong);
    flip(kv, 0);
    flip(kv, kv.memory().byteSize() - 1);
    int unused = 0;
    while (kv.pages().tokenAt(unused) != Pages.UNUSED) {
      unused++;
    }
    Plane plane = kv.planes().getFirst();
    int pageTokens = kv.pages().pageTokens();
    flip(
        kv,
        plane.base()
            + unused / pageTokens * plane.pageStride()
            + unused % pageTokens * plane.tokenStride());
    assertThat(kv.check()).isEqualTo(new Check(2 * 2 * 300 * 2 * 16, 0, 3));
    kv.clear();
    assertThat(kv.check().mismatches()).isGreaterThan(2 * 2 * 300 * 2 * 15);
    assertThat(kv.check().guardMismatches()).isZero();
  }

  private static void flip(KvMemory kv, long offset) {
    byte old = kv.memory().get(ValueLayout.JAVA_BYTE, offset);
    kv.memory().set(ValueLayout.JAVA_BYTE, offset, (byte) (old ^ 1));
  }

  @ParameterizedTest
  @EnumSource
  void rowsMoveThroughASlotToAnotherShape(KvLayout layout) {
    KvMemory source = memory(config(layout, 1));
    source.fill();
    KvMemory target = memory(config(KvLayout.HND, 2));
    target.clear();
    MemorySegment slot = MemorySegment.ofArray(new byte[300 * 2 * 16]);
    for (long layer = 2; layer < 4; layer++) {
      for (Component component : List.of(Component.COMPONENT_KEY, Component.COMPONENT_VALUE)) {
        List<Block> blocks =
            List.of(
                block(layer, component, 1000, 100, 2, 2, Block.Order.TOKEN_HEAD),
                block(layer, component, 1100, 200, 2, 1, Block.Order.HEAD_TOKEN),
                block(layer, component, 1100, 200, 3, 1, Block.Order.HEAD_TOKEN));
        new RowCopier(source).gather(blocks, slot);
        new RowCopier(target).scatter(blocks, slot);
      }
    }
    assertThat(target.check()).isEqualTo(new Check(2 * 2 * 300 * 2 * 16, 0, 0));
  }

  @Test
  void blocksOutsideOfTheShardAreRefused() {
    RowCopier rows = new RowCopier(memory(config(KvLayout.HND, 1)));
    MemorySegment slot = MemorySegment.ofArray(new byte[64]);
    for (Block block :
        List.of(
            block(0, Component.COMPONENT_KEY, 1000, 1, 2, 1, Block.Order.TOKEN_HEAD),
            block(2, Component.COMPONENT_KEY, 999, 1, 2, 1, Block.Order.TOKEN_HEAD),
            block(2, Component.COMPONENT_KEY, 1299, 2, 2, 1, Block.Order.TOKEN_HEAD),
            block(2, Component.COMPONENT_KEY, 1000, 1, 1, 1, Block.Order.TOKEN_HEAD))) {
      assertThatThrownBy(() -> rows.gather(List.of(block), slot))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static Block block(
      long layer,
      Component component,
      long token,
      long tokens,
      long head,
      long heads,
      Block.Order order) {
    return Block.newBuilder()
        .setLayer(layer)
        .setComponent(component)
        .setTokenStart(token)
        .setTokenCount(tokens)
        .setHeadStart(head)
        .setHeadCount(heads)
        .setOrder(order)
        .build();
  }
}
