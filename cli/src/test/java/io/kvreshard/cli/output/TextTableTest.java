package io.kvreshard.cli.output;

import static io.kvreshard.cli.output.TextTable.Align.LEFT;
import static io.kvreshard.cli.output.TextTable.Align.RIGHT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    var table = TextTable.of(LEFT, RIGHT, LEFT).row(List.of("A", "N", "B"));
    table.row(List.of("long", "1", "x")).row(List.of("", "1000", ""));
    assertThat(table.lines()).containsExactly("A        N  B", "long     1  x", "      1000");
  }

  @Test
  void everyRowHasACellForEachColumn() {
    assertThatIllegalArgumentException().isThrownBy(() -> TextTable.of(LEFT).row(List.of()));
  }
}
