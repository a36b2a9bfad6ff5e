package io.kvreshard.bench.transfer;

/** Moves of the whole cache from one process to another. */
final class Moves {
  private Moves() {}

  /**
   * One move.
   *
   * @param way plain, transfer, staged or assisted
   * @return how many nanoseconds it has taken
   */
  static long one(String way, EndProcess sender, EndProcess receiver) {
    var expected =
        receiver.tell(
            switch (way) {
              // It is all the same to the receiver who gathers, and how bytes are sent.
              case "assisted" -> "staged";
              case "transfer" -> "plain";
              default -> way;
            });
    long nanos = sender.ask(way + " " + expected);
    receiver.tell("landed");
    return nanos;
  }

  /** Looks at every row. */
  static void requireRight(EndProcess end) {
    long wrong = end.ask("wrong");
    if (wrong > 0) {
      throw new IllegalStateException(wrong + " rows are not what was sent");
    }
  }
}
