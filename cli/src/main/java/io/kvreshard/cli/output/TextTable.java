package io.kvreshard.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Rows of cells in columns as wide as they need to be. */
public final class TextTable {
  /** On which side the cells of a column end evenly. */
  public enum Align {
    LEFT,
    RIGHT
  }

  private static final String BETWEEN = "  ";

  private final List<Align> columns;
  private final List<List<String>> rows = new ArrayList<>();

  private TextTable(List<Align> columns) {
    this.columns = columns;
  }

  public static TextTable of(Align... columns) {
    return new TextTable(List.copyOf(Arrays.asList(columns)));
  }

  /** Adds a row; the first one has the columns' names. */
  public TextTable row(List<String> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(
          "%d cells for %d columns".formatted(cells.size(), columns.size()));
    }
    rows.add(List.copyOf(cells));
    return this;
  }

  /** The lines, without spaces at their ends. */
  public List<String> lines() {
    int[] widths =
        IntStream.range(0, columns.size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private String line(List<String> row, int[] widths) {
    var line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      var padding = " ".repeat(widths[i] - row.get(i).length());
      line.append(i == 0 ? "" : BETWEEN);
      switch (columns.get(i)) {
        case LEFT -> line.append(row.get(i)).append(padding);
        case RIGHT -> line.append(padding).append(row.get(i));
      }
    }
    return line.toString().stripTrailing();
  }
}
