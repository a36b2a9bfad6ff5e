package io.kvreshard.core.paged;

import io.kvreshard.core.contract.Component;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * An engine's cache as one array of any axis order: {@code L} layer, {@code C} component, {@code B}
 * block, {@code S} slot, {@code H} head, outermost first, rows innermost. {@code LCBSH} is vLLM's
 * {@code [2, blocks, size, heads, dim]}, {@code LBCHS} is {@code [blocks, 2, heads, size, dim]};
 * keys and values may have rows of different length.
 *
 * @param gaps bytes that follow each element of an axis, outermost first
 */
public record ArrayShape(
    String axes,
    int layers,
    int blocks,
    int slots,
    int heads,
    long keyRow,
    long valueRow,
    List<Integer> gaps) {

  /** Without gaps. */
  public static ArrayShape dense(
      String axes, int layers, int blocks, int slots, int heads, long keyRow, long valueRow) {
    return new ArrayShape(
        axes, layers, blocks, slots, heads, keyRow, valueRow, Collections.nCopies(5, 0));
  }

  /** Any axis order; about half of the arrays have gaps. */
  public static ArrayShape random(
      Random random, int layers, int blocks, int slots, int heads, long keyRow, long valueRow) {
    List<Character> axes = new ArrayList<>(List.of('L', 'C', 'B', 'S', 'H'));
    Collections.shuffle(axes, random);
    StringBuilder order = new StringBuilder();
    axes.forEach(order::append);
    boolean gaps = random.nextBoolean();
    return new ArrayShape(
        order.toString(),
        layers,
        blocks,
        slots,
        heads,
        keyRow,
        valueRow,
        axes.stream().map(_ -> gaps && random.nextInt(3) == 0 ? random.nextInt(4) : 0).toList());
  }

  /** Size of the array. */
  public long bytes() {
    return bytes(0, Component.KEY);
  }

  /**
   * Some heads of one (layer, component) of the array, which holds the heads from {@code firstHead}
   * on.
   */
  public Tensor tensor(
      long layer,
      int layerIndex,
      Component component,
      String pageTable,
      String region,
      long firstHead,
      long headStart,
      long headCount) {
    long base =
        layerIndex * stride('L', component)
            + (component == Component.VALUE ? bytes(axes.indexOf('C') + 1, Component.KEY) : 0)
            + (headStart - firstHead) * stride('H', component);
    return new Tensor(
        layer,
        component,
        pageTable,
        region,
        base,
        stride('B', component),
        stride('S', component),
        stride('H', component),
        headStart,
        headCount);
  }

  private long stride(char axis, Component component) {
    return bytes(axes.indexOf(axis) + 1, component);
  }

  /** Bytes of an element of the axes before {@code axis}, with the gap behind it. */
  private long bytes(int axis, Component component) {
    long gap = axis == 0 ? 0 : gaps.get(axis - 1);
    if (axis == axes.length()) {
      return gap + (component == Component.KEY ? keyRow : valueRow);
    }
    return gap
        + switch (axes.charAt(axis)) {
          case 'C' -> bytes(axis + 1, Component.KEY) + bytes(axis + 1, Component.VALUE);
          case 'L' -> layers * bytes(axis + 1, component);
          case 'B' -> blocks * bytes(axis + 1, component);
          case 'S' -> slots * bytes(axis + 1, component);
          default -> heads * bytes(axis + 1, component);
        };
  }
}
