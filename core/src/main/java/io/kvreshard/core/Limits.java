package io.kvreshard.core;

/**
 * Bounds on what a document may ask of its reader. The constants hold in every profile (CONTRACT
 * §2, §3); the rest is a profile's: {@link #COMPATIBLE} gives upstream's verdicts (CONTRACT §4.5,
 * §5), {@link #PRODUCTION} lets real models in (CONTRACT §17) and is what the product reads with.
 *
 * @param dialect which documents are read
 * @param cost what the steps of a placement or a plan are reckoned to be
 * @param work most steps of one placement or plan
 * @param edges most edges of one plan
 * @param edgeNames most UTF-16 units of the participant ids in the edges of a plan that is
 *     computed: each edge repeats two, and all are hashed. A plan that is read has them in its text
 */
public record Limits(Dialect dialect, Cost cost, long work, int edges, long edgeNames) {
  /** Bytes of a document's text in UTF-8. */
  public static final int TEXT_BYTES = 16 << 20;

  /** Nesting of objects and arrays; the deepest legal document has 5. */
  public static final int DEPTH = 64;

  /** Decimal digits of one integer. */
  public static final int DIGITS = 4300;

  /** Items of one collection: layers, participants, parts, regions, ranges. */
  public static final int ITEMS = 100_000;

  /** Upstream's numbers: accepts and rejects exactly what upstream does. */
  public static final Limits COMPATIBLE =
      new Limits(Dialect.UPSTREAM, Cost.PARTS_SQUARED, 10_000_000, ITEMS, 1L << 29);

  /** The product's numbers: they bound memory, which grows with parts times layers and edges. */
  public static final Limits PRODUCTION =
      new Limits(Dialect.EXTENDED, Cost.PARTS, 1 << 22, 1 << 20, 1L << 29);

  /** Which documents are read. */
  public enum Dialect {
    /** Those of the contract alone. */
    UPSTREAM,
    /** Ours, too: docs/contracts.md. */
    EXTENDED
  }

  /** What checking a placement of so many parts and layers costs. */
  public enum Cost {
    /** Upstream compares every two parts. */
    PARTS_SQUARED("parts^2 * layers") {
      @Override
      long steps(int parts, int layers) {
        return (long) parts * parts * layers;
      }
    },
    /** Ours looks at every part once. */
    PARTS("parts * layers") {
      @Override
      long steps(int parts, int layers) {
        return (long) parts * layers;
      }
    };

    private final String formula;

    Cost(String formula) {
      this.formula = formula;
    }

    /** Of at most {@link Limits#ITEMS} parts and layers. */
    abstract long steps(int parts, int layers);
  }

  /** Rejects a collection of more than {@link #ITEMS} items, before anything is done with it. */
  public static void checkItems(String pointer, String what, long count) {
    if (count > ITEMS) {
      throw new RejectedException(
          RejectionCategory.LIMIT,
          pointer,
          count + " " + what + ": at most " + ITEMS + " are allowed");
    }
  }

  /** Rejects an extension that was read, where only upstream's documents are. */
  public void checkExtension(String pointer) {
    if (dialect == Dialect.UPSTREAM) {
      throw new RejectedException(
          RejectionCategory.FIELDS,
          pointer,
          "this is an extension, and only upstream's documents are read here");
    }
  }

  /** Rejects parts and layers that cost more than {@link #work} steps. */
  public void checkWork(String pointer, int parts, int layers) {
    long steps = cost.steps(parts, layers);
    if (steps > work) {
      throw new RejectedException(
          RejectionCategory.LIMIT,
          pointer,
          "%d parts and %d layers cost %s = %d steps: at most %d are allowed"
              .formatted(parts, layers, cost.formula, steps, work));
    }
  }

  /** Rejects a plan whose edges repeat more than {@link #edgeNames} units of participant ids. */
  public void checkEdgeNames(String pointer, long units) {
    if (units > edgeNames) {
      throw new RejectedException(
          RejectionCategory.LIMIT,
          pointer,
          "the participant ids in the plan's edges have more than %d characters together: use shorter ids"
              .formatted(edgeNames));
    }
  }

  /** Rejects a plan of more than {@link #edges} edges. */
  public void checkEdges(String pointer, long count) {
    if (count > edges) {
      throw new RejectedException(
          RejectionCategory.LIMIT,
          pointer,
          "the plan has more than " + edges + " edges: move fewer layers at once");
    }
  }
}
