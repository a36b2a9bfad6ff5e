package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.core.paged.Side;

/** The two sides of a move in the words of people and of peer.proto. */
final class Sides {
  private Sides() {}

  static String word(Side side) {
    return switch (side) {
      case SOURCE -> "source";
      case TARGET -> "target";
    };
  }

  static Side other(Side side) {
    return switch (side) {
      case SOURCE -> Side.TARGET;
      case TARGET -> Side.SOURCE;
    };
  }

  static io.kvreshard.proto.peer.v1.Side wire(Side side) {
    return switch (side) {
      case SOURCE -> io.kvreshard.proto.peer.v1.Side.SIDE_SOURCE;
      case TARGET -> io.kvreshard.proto.peer.v1.Side.SIDE_TARGET;
    };
  }

  static Side of(io.kvreshard.proto.peer.v1.Side side) throws FailedException {
    return switch (side) {
      case SIDE_SOURCE -> Side.SOURCE;
      case SIDE_TARGET -> Side.TARGET;
      case SIDE_UNSPECIFIED, UNRECOGNIZED ->
          throw new FailedException(FailureReason.TaskInvalid, "the call names no side");
    };
  }
}
