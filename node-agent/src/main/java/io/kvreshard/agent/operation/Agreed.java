package io.kvreshard.agent.operation;

import io.kvreshard.core.paged.Side;
import java.util.Map;

/**
 * What must be there before a byte moves: the group's transfer digest, recomputed here, and this
 * node's bindings by participant id.
 */
record Agreed(
    String transferDigest, Map<String, LocalBinding> sources, Map<String, LocalBinding> targets) {

  Map<String, LocalBinding> bindings(Side side) {
    return switch (side) {
      case SOURCE -> sources;
      case TARGET -> targets;
    };
  }
}
