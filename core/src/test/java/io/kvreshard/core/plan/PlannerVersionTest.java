package io.kvreshard.core.plan;

import static io.kvreshard.core.plan.PlannerVersion.BALANCED_1;
import static io.kvreshard.core.plan.PlannerVersion.ORDINAL_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.plan.PlannerVersion.Algorithm;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlannerVersionTest {
  @Test
  void takesTheNewestThatAllKnow() {
    List<String> old = List.of("Ordinal/1");
    List<String> newer = List.of("Ordinal/1", "Balanced/1", "Balanced/2");
    assertThat(PlannerVersion.newestCommon(Algorithm.ORDINAL, List.of(old, newer)))
        .contains(ORDINAL_1);
    assertThat(PlannerVersion.newestCommon(Algorithm.BALANCED, List.of(newer, newer)))
        .contains(BALANCED_1);
    assertThat(PlannerVersion.newestCommon(Algorithm.BALANCED, List.of(old, newer))).isEmpty();
    assertThat(PlannerVersion.newestCommon(Algorithm.ORDINAL, List.of(old, List.of()))).isEmpty();
  }

  @Test
  void ownVersions() {
    assertThat(PlannerVersion.newest(Algorithm.ORDINAL)).isEqualTo(ORDINAL_1);
    assertThat(PlannerVersion.newest(Algorithm.BALANCED)).isEqualTo(BALANCED_1);
  }

  @Test
  void announcesWhatItReads() {
    assertThat(PlannerVersion.announced()).containsExactly("Ordinal/1", "Balanced/1");
    for (String text : PlannerVersion.announced()) {
      assertThat(PlannerVersion.parse(text)).hasToString(text);
    }
    assertThatThrownBy(() -> PlannerVersion.parse("Balanced/2"))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("this program has Ordinal/1, Balanced/1");
  }

  @Test
  void selectsByItsRule() {
    assertThat(ORDINAL_1.selection(Map.of())).isEqualTo(ReplicaSelection.ORDINAL);
    assertThat(BALANCED_1.selection(Map.of("b", "n2", "a", "n1")))
        .isEqualTo(new ReplicaSelection.Balanced(Map.of("a", "n1", "b", "n2")));
  }
}
