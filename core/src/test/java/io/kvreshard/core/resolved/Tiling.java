package io.kvreshard.core.resolved;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Boxes of tokens and heads that are cut out of one, so that they cover it exactly. */
public record Tiling(long tokenStart, long tokens, long headStart, long heads) {
  /** Cuts at random places, along tokens or heads. */
  public List<Tiling> cut(Random random, int cuts) {
    List<Tiling> boxes = new ArrayList<>(List.of(this));
    for (int i = 0; i < cuts; i++) {
      Tiling box = boxes.remove(random.nextInt(boxes.size()));
      boxes.addAll(box.halves(random));
    }
    return boxes;
  }

  private List<Tiling> halves(Random random) {
    if (random.nextBoolean() && tokens > 1) {
      long first = 1L + random.nextInt((int) tokens - 1);
      return List.of(
          new Tiling(tokenStart, first, headStart, heads),
          new Tiling(tokenStart + first, tokens - first, headStart, heads));
    }
    if (heads > 1) {
      long first = 1L + random.nextInt((int) heads - 1);
      return List.of(
          new Tiling(tokenStart, tokens, headStart, first),
          new Tiling(tokenStart, tokens, headStart + first, heads - first));
    }
    return List.of(this);
  }
}
