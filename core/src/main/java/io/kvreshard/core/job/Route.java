package io.kvreshard.core.job;

import io.kvreshard.core.CodePoints;
import java.util.Comparator;

/** From one writer to one target: what receipts are about (CONTRACT §4.13). */
public record Route(String writer, String target) implements Comparable<Route> {
  private static final Comparator<Route> ORDER =
      Comparator.comparing(Route::writer, CodePoints.ORDER)
          .thenComparing(Route::target, CodePoints.ORDER);

  @Override
  public int compareTo(Route other) {
    return ORDER.compare(this, other);
  }
}
