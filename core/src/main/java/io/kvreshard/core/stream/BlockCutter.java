package io.kvreshard.core.stream;

import java.util.function.Consumer;

/**
 * Cuts a stretch of a stream into boxes. An edge's rows in one tile are a matrix, walked line by
 * line (a line is a token in token-head order, a head in head-token order), so a stretch of them is
 * at most three boxes: the rest of a line, whole lines, the begin of a line.
 */
final class BlockCutter {
  private final DenseStream stream;
  private final StreamPoint point;
  private final Consumer<Block> consumer;

  BlockCutter(DenseStream stream, Consumer<Block> consumer) {
    this.stream = stream;
    this.point = new StreamPoint(stream.geometry());
    this.consumer = consumer;
  }

  void cut(long from, long to) {
    checkRow(to);
    checkRow(from);
    for (long offset = from; offset < to; point.nextEdge()) {
      long begin = point.inEdge();
      long end = Math.min(point.edgeBytes(), begin + (to - offset));
      cutEdge(offset, begin, end);
      offset += end - begin;
    }
  }

  private void checkRow(long offset) {
    point.seek(offset);
    if (point.inRow() != 0) {
      throw new IllegalArgumentException(
          "byte %d of the stream is not at a row's begin".formatted(offset));
    }
  }

  private void cutEdge(long streamOffset, long begin, long end) {
    StreamEdge edge = stream.edges().get(point.edge());
    long line =
        switch (stream.orders().get(point.edge())) {
          case TOKEN_HEAD -> edge.headCount();
          case HEAD_TOKEN -> point.tileTokens();
        };
    long row = begin / edge.rowBytes();
    long endRow = end / edge.rowBytes();
    while (row < endRow) {
      long inLine = row % line;
      long rows =
          inLine == 0 && endRow - row >= line
              ? (endRow - row) / line * line
              : Math.min(line - inLine, endRow - row);
      long lines = Math.max(1, rows / line);
      emit(edge, streamOffset, row / line, lines, inLine, rows / lines);
      streamOffset += rows * edge.rowBytes();
      row += rows;
    }
  }

  private void emit(
      StreamEdge edge, long streamOffset, long line, long lines, long column, long columns) {
    long token = stream.tokenStart() + point.tileStart();
    RowOrder order = stream.orders().get(point.edge());
    long bytes = lines * columns * edge.rowBytes();
    consumer.accept(
        switch (order) {
          case TOKEN_HEAD ->
              new Block(
                  point.edge(),
                  token + line,
                  lines,
                  edge.headStart() + column,
                  columns,
                  order,
                  streamOffset,
                  bytes);
          case HEAD_TOKEN ->
              new Block(
                  point.edge(),
                  token + column,
                  columns,
                  edge.headStart() + line,
                  lines,
                  order,
                  streamOffset,
                  bytes);
        });
  }
}
