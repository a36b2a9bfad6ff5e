package io.kvreshard.core.paged;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A footprint as nested repetitions: a row, repeated along axes of pages, slots and heads. A box
 * may contain slots that are not used: boxes apart prove footprints apart, but not the other way
 * round.
 */
final class Box {
  /**
   * Repetitions at {@code index · stride} for the indices {@code [low, high]}; there are at least
   * two.
   */
  record Axis(Kind kind, long stride, long low, long high) {}

  enum Kind {
    PAGE,
    SLOT,
    HEAD
  }

  private final Footprint footprint;
  private final int owner;
  private final List<Axis> axes;
  private final long start;
  private final long[] spans;

  /**
   * The box of a footprint that lies in its region.
   *
   * @param owner number of the binding that it is of
   */
  Box(Footprint footprint, int owner) {
    this.footprint = footprint;
    this.owner = owner;
    this.axes = axesOf(footprint);
    Tensor tensor = footprint.tensor();
    long firstPage = footprint.slots().firstPage();
    this.start = Offsets.plus(tensor.base(), firstPage, tensor.pageStride());
    this.spans = new long[axes.size() + 1];
    spans[axes.size()] = footprint.rowBytes();
    for (int i = axes.size() - 1; i >= 0; i--) {
      Axis axis = axes.get(i);
      spans[i] = spans[i + 1] + (axis.high() - axis.low()) * axis.stride();
    }
  }

  Footprint footprint() {
    return footprint;
  }

  int owner() {
    return owner;
  }

  /** Strides descending. */
  List<Axis> axes() {
    return axes;
  }

  /** Offset of the first byte. */
  long start() {
    return start;
  }

  /**
   * Bytes from the first to behind the last, with the first {@code skipped} axes at their lowest.
   */
  long span(int skipped) {
    return spans[skipped];
  }

  /**
   * True if each repetition steps over all that is inside it: then no two rows of the box overlap.
   */
  boolean nested() {
    for (int i = 0; i < axes.size(); i++) {
      if (axes.get(i).stride() < spans[i + 1]) {
        return false;
      }
    }
    return true;
  }

  private static List<Axis> axesOf(Footprint footprint) {
    UsedSlots slots = footprint.slots();
    Tensor tensor = footprint.tensor();
    List<Axis> axes = new ArrayList<>();
    if (slots.firstPage() < slots.lastPage()) {
      axes.add(new Axis(Kind.PAGE, tensor.pageStride(), slots.firstPage(), slots.lastPage()));
    }
    if (slots.lastSlot() > 0) {
      axes.add(new Axis(Kind.SLOT, tensor.tokenStride(), 0, slots.lastSlot()));
    }
    if (tensor.headCount() > 1) {
      axes.add(new Axis(Kind.HEAD, tensor.headStride(), 0, tensor.headCount() - 1));
    }
    axes.sort(Comparator.comparingLong(Axis::stride).reversed());
    return List.copyOf(axes);
  }
}
