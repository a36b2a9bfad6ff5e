package io.kvreshard.core.stream;

import io.kvreshard.core.contract.Component;
import io.kvreshard.core.paged.PageTable;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Region;
import io.kvreshard.core.paged.Tensor;
import io.kvreshard.core.paged.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Streams and memory by their definitions, byte by byte, without any cleverness. */
final class Model {
  /** One row of a stream: the bytes of one (token, head); token and head are global. */
  record Row(int edge, long layer, Component component, long token, long head, long bytes) {}

  /** A place in a participant's memory. */
  record Place(int region, long offset) {}

  private Model() {}

  /** All rows in stream order. */
  static List<Row> rows(DenseStream stream) {
    List<Row> rows = new ArrayList<>();
    for (long tile = 0; tile < stream.tokenCount(); tile += DenseStream.TILE_TOKENS) {
      long tokens = Math.min(DenseStream.TILE_TOKENS, stream.tokenCount() - tile);
      for (int edge = 0; edge < stream.edges().size(); edge++) {
        StreamEdge e = stream.edges().get(edge);
        for (long i = 0; i < tokens * e.headCount(); i++) {
          boolean tokenHead = stream.orders().get(edge) == RowOrder.TOKEN_HEAD;
          long token = tokenHead ? i / e.headCount() : i % tokens;
          long head = tokenHead ? i % e.headCount() : i / tokens;
          rows.add(
              new Row(
                  edge,
                  e.layer(),
                  e.component(),
                  stream.tokenStart() + tile + token,
                  e.headStart() + head,
                  e.rowBytes()));
        }
      }
    }
    return rows;
  }

  /** Where a row lies, by DESIGN §3. */
  static Place place(PagedBinding binding, Row row) {
    for (Tensor tensor : binding.tensors()) {
      if (tensor.layer() == row.layer()
          && tensor.component() == row.component()
          && row.head() >= tensor.headStart()
          && row.head() < tensor.headEnd()) {
        for (Window window : binding.windows()) {
          long inWindow = row.token() - window.tokenStart();
          if (window.pageTable().equals(tensor.pageTable())
              && inWindow >= 0
              && inWindow < window.tokenCount()) {
            return place(binding, tensor, window, inWindow, row.head());
          }
        }
      }
    }
    throw new AssertionError("nowhere: " + row);
  }

  private static Place place(
      PagedBinding binding, Tensor tensor, Window window, long inWindow, long head) {
    PageTable table = only(binding.pageTables(), t -> t.id().equals(tensor.pageTable()));
    Region region = only(binding.regions(), r -> r.id().equals(tensor.region()));
    long index = (long) window.firstPage() * table.pageTokens() + window.firstSlot() + inWindow;
    long page = table.page((int) (index / table.pageTokens()));
    long slot = index % table.pageTokens();
    return new Place(
        binding.regions().indexOf(region),
        tensor.base()
            + page * tensor.pageStride()
            + slot * tensor.tokenStride()
            + (head - tensor.headStart()) * tensor.headStride());
  }

  private static <T> T only(List<T> list, Predicate<T> which) {
    return list.stream().filter(which).findFirst().orElseThrow();
  }
}
