package io.kvreshard.core.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.stream.Model.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Pages of the same size, filled as [page][head][token] by one engine and as [page][token][head] by
 * another: a copy of whole pages fits everywhere and is wrong everywhere (TensorRT-LLM#6507).
 */
class PageLayoutTest {
  private static final OneRank MODEL = new OneRank(2, 4, 8, 100);

  @ParameterizedTest
  @EnumSource
  void theCopyFollowsTheStrides(RowOrder order) {
    PagedBinding headToken = MODEL.binding("LBCHS", 16, 3, 1, 4, 0, 5, 2, 9);
    PagedBinding tokenHead = MODEL.binding("LBCSH", 16, 7, 8, 0, 2, 1, 3, 9);
    assertThat(headToken.regions()).isEqualTo(tokenHead.regions());

    copy(order, headToken, tokenHead);
    copy(order, tokenHead, headToken);
  }

  @ParameterizedTest
  @EnumSource
  void equalLayoutsMoveInTheLongestRuns(RowOrder order) {
    PagedBinding source = MODEL.binding("LBCSH", 16, 3, 1, 4, 0, 5, 2, 9);
    PagedBinding target = MODEL.binding("LBCSH", 16, 7, 8, 0, 2, 1, 3, 9);
    int pagesOfAllTensors = 2 * 2 * 7;
    int rows = 2 * 2 * 100 * 4;
    assertThat(copy(order, source, target))
        .isEqualTo(order == RowOrder.TOKEN_HEAD ? pagesOfAllTensors : rows);
  }

  /** Copies, checks every byte, and counts the runs. */
  private static int copy(RowOrder order, PagedBinding from, PagedBinding to) {
    Memory source = Memory.random(from, new Random(1));
    Memory target = Memory.blank(to);
    Memory expected = Memory.blank(to);
    rows().forEach(row -> source.copyRow(row, expected));
    DenseStream stream = MODEL.stream().withOrders(List.of(order, order, order, order));
    LocalRuns runs =
        new LocalRuns(
            RunCursor.open(stream, Side.SOURCE, from), RunCursor.open(stream, Side.TARGET, to));
    int count = 0;
    while (runs.next(Long.MAX_VALUE)) {
      source.copyRun(runs, target);
      count += (int) runs.runs();
    }
    assertThat(target.regions()).containsExactlyElementsOf(expected.regions());
    return count;
  }

  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (long layer = 0; layer < 2; layer++) {
      for (Component component : Component.values()) {
        for (long token = 0; token < 100; token++) {
          for (long head = 0; head < 4; head++) {
            rows.add(new Row(0, layer, component, token, head, 8));
          }
        }
      }
    }
    return rows;
  }
}
