package io.kvreshard.core.stream;

import io.kvreshard.core.U64;
import io.kvreshard.core.paged.PageTable;
import io.kvreshard.core.paged.PagedBinding;
import io.kvreshard.core.paged.Region;
import io.kvreshard.core.paged.Side;
import io.kvreshard.core.paged.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One participant's half of a stream: for every edge the pieces of its memory that hold it, or none
 * if the participant does not.
 *
 * @param stream the stream
 * @param binding where the participant's cache lies
 * @param pieces of each edge, ascending by head, together exactly its heads; or none
 */
record Half(DenseStream stream, PagedBinding binding, List<List<Piece>> pieces) {

  /** The half of a binding's participant at one end of the stream. */
  static Half of(DenseStream stream, Side side, PagedBinding binding) {
    if (!binding.snapshotDigest().equals(stream.geometry().snapshotDigest())) {
      throw new IllegalArgumentException(
          "the binding of %s is of another snapshot than the stream"
              .formatted(binding.participantId()));
    }
    if (side == Side.SOURCE && !binding.participantId().equals(stream.writer())) {
      throw new IllegalArgumentException(
          "the stream's writer is %s, not %s".formatted(stream.writer(), binding.participantId()));
    }
    Map<String, Integer> regions = new HashMap<>();
    for (Region region : binding.regions()) {
      regions.put(region.id(), regions.size());
    }
    Map<String, Integer> tables = new HashMap<>();
    for (PageTable table : binding.pageTables()) {
      tables.put(table.id(), tables.size());
    }
    List<List<Piece>> pieces = new ArrayList<>();
    for (StreamEdge edge : stream.edges()) {
      boolean held =
          switch (side) {
            case SOURCE -> true;
            case TARGET -> stream.targets(pieces.size()).contains(binding.participantId());
          };
      pieces.add(held ? piecesOf(edge, binding, regions, tables) : List.of());
    }
    return new Half(stream, binding, List.copyOf(pieces));
  }

  /** One walk for each page table of the binding. */
  PageWalk[] walks() {
    return binding.pageTables().stream()
        .map(
            table ->
                new PageWalk(
                    table,
                    binding.windows().stream()
                        .filter(window -> window.pageTable().equals(table.id()))
                        .toList(),
                    stream.tokenStart()))
        .toArray(PageWalk[]::new);
  }

  /** Tokens of a tile that a page holds side by side. */
  long tokensTogether(Piece piece) {
    long inPage = binding.pageTables().get(piece.table()).pageTokens();
    return Math.min(inPage, stream.geometry().fullTileTokens());
  }

  private static List<Piece> piecesOf(
      StreamEdge edge,
      PagedBinding binding,
      Map<String, Integer> regions,
      Map<String, Integer> tables) {
    List<Tensor> tensors = binding.tensors();
    List<Piece> pieces = new ArrayList<>();
    long head = edge.headStart();
    for (int i = firstOf(edge, tensors); i < tensors.size() && head != edge.headEnd(); i++) {
      Tensor tensor = tensors.get(i);
      if (compareLayer(tensor, edge) != 0 || !U64.le(tensor.headStart(), head)) {
        break;
      }
      pieces.add(
          Piece.of(
              edge,
              tensor,
              regions.getOrDefault(tensor.region(), -1),
              tables.getOrDefault(tensor.pageTable(), -1)));
      head = U64.min(tensor.headEnd(), edge.headEnd());
    }
    if (head != edge.headEnd()) {
      throw new IllegalArgumentException(
          "the binding of %s does not hold %s".formatted(binding.participantId(), edge));
    }
    return List.copyOf(pieces);
  }

  /** The first tensor, in binding order, that ends behind the edge's first head. */
  private static int firstOf(StreamEdge edge, List<Tensor> tensors) {
    int low = 0;
    int high = tensors.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      Tensor tensor = tensors.get(middle);
      int order = compareLayer(tensor, edge);
      if (order < 0 || (order == 0 && U64.le(tensor.headEnd(), edge.headStart()))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static int compareLayer(Tensor tensor, StreamEdge edge) {
    int byLayer = U64.compare(tensor.layer(), edge.layer());
    return byLayer == 0 ? tensor.component().compareTo(edge.component()) : byLayer;
  }
}
