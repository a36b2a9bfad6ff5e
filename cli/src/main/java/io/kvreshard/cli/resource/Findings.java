package io.kvreshard.cli.resource;

import io.kvreshard.core.Rejection;
import io.kvreshard.core.RejectionCategory;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with one object; of many things, the first ones. */
final class Findings {
  private static final int MOST = 20;

  private final List<Rejection> found = new ArrayList<>();

  void add(RejectionCategory category, String pointer, String message) {
    if (found.size() < MOST) {
      found.add(new Rejection(category, pointer, message));
    }
  }

  boolean none() {
    return found.isEmpty();
  }

  List<Rejection> list() {
    return List.copyOf(found);
  }
}
