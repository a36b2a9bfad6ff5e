package io.kvreshard.core;

/** Bounds on what a document may ask of its reader (CONTRACT §2, §3, §4.5, §5). */
public final class Limits {
  /** Bytes of a document's text in UTF-8. */
  public static final int TEXT_BYTES = 16 << 20;

  /** Nesting of objects and arrays; the deepest legal document has 5. */
  public static final int DEPTH = 64;

  /** Decimal digits of one integer. */
  public static final int DIGITS = 4300;

  /** Items of one collection: layers, participants, parts, edges. */
  public static final int ITEMS = 100_000;

  /** Elementary steps of one check: parts² · layers. */
  public static final long WORK = 10_000_000;

  private Limits() {}

  /** Rejects a collection of more than {@link #ITEMS} items, before anything is done with it. */
  public static void checkItems(String pointer, String what, long count) {
    if (count > ITEMS) {
      throw new RejectedException(
          RejectionCategory.LIMIT,
          pointer,
          count + " " + what + ": at most " + ITEMS + " are allowed");
    }
  }

  /** Rejects work of more than {@link #WORK} steps: {@code parts}² · {@code layers}. */
  public static void checkWork(String pointer, int parts, int layers) {
    long work = (long) parts * parts * layers;
    if (work > WORK) {
      throw new RejectedException(
          RejectionCategory.LIMIT,
          pointer,
          "%d parts and %d layers cost parts^2 * layers = %d steps: at most %d are allowed"
              .formatted(parts, layers, work, WORK));
    }
  }
}
