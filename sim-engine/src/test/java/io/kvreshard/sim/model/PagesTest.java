package io.kvreshard.sim.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.proto.runtime.v1.GroupPages;
import io.kvreshard.proto.runtime.v1.Window;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PagesTest {
  @Test
  void protocolAndLookupAgree() {
    Pages pages = new Pages(1000, 301, 5, 16, 0, 3);
    GroupPages proto = pages.proto();
    long next = 1000;
    Set<Integer> slots = new HashSet<>();
    for (Window window : proto.getWindowsList()) {
      assertThat(window.getTokenStart()).isEqualTo(next);
      next += window.getTokenCount();
      for (int i = 0; i < window.getTokenCount(); i++) {
        int index = window.getFirstPage() * 16 + window.getFirstSlot() + i;
        int slot = proto.getPageTables(0).getPages(index / 16) * 16 + index % 16;
        int token = (int) (window.getTokenStart() - 1000) + i;
        assertThat(pages.slotOf(token)).isEqualTo(slot);
        assertThat(pages.tokenAt(slot)).isEqualTo(token);
        slots.add(slot);
      }
    }
    assertThat(next).isEqualTo(1301);
    assertThat(slots).hasSize(301);
    assertThat(new HashSet<>(proto.getPageTables(0).getPagesList()))
        .hasSize(proto.getPageTables(0).getPagesCount());
  }

  @Test
  void anotherSeedScattersOtherwise() {
    assertThat(new Pages(0, 64, 1, 16, 40, 1).proto())
        .isEqualTo(new Pages(0, 64, 1, 16, 40, 1).proto())
        .isNotEqualTo(new Pages(0, 64, 1, 16, 40, 2).proto());
  }

  @Test
  void aPoolThatIsTooSmallIsRefused() {
    assertThatThrownBy(() -> new Pages(0, 64, 1, 16, 3, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pool");
  }
}
