package io.kvreshard.operator.observe;

import io.kvreshard.core.job.Planning;

/** What a remembered plan takes in memory, estimated from above by what there are many of. */
final class PlanWeight {
  private static final long ENTRY = 1024;
  private static final long GROUP = 1024;
  private static final long PARTICIPANT = 256;
  private static final long ROUTE = 256;

  private PlanWeight() {}

  /** Bytes. */
  static int of(PlanQuestion question, Planning answer) {
    long participants = (long) question.sourceNodes().size() + question.targetNodes().size();
    long bytes =
        ENTRY
            + GROUP * question.groups().size()
            + PARTICIPANT * participants
            + ROUTE * routes(answer);
    return (int) Math.min(bytes, Integer.MAX_VALUE);
  }

  private static long routes(Planning answer) {
    return switch (answer) {
      case Planning.Planned(var plan) ->
          plan.groups().stream().mapToLong(group -> group.bytes().size()).sum();
      case Planning.Refused _, Planning.Impossible _, Planning.Unfit _ -> 0;
    };
  }
}
