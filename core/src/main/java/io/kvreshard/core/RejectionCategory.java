package io.kvreshard.core;

import java.util.Locale;

/**
 * What kind of rule a document broke (CONTRACT §14). The verdict is normative, the category advice.
 */
public enum RejectionCategory {
  /** Not JSON. */
  SYNTAX,
  /** Not Unicode text: a lone surrogate, or bytes that are not UTF-8. */
  ENCODING,
  /** NaN or an infinity. */
  NON_FINITE,
  /** A field name twice in one object. */
  DUPLICATE_FIELD,
  /** A JSON object was expected. */
  NOT_OBJECT,
  /** A JSON array was expected. */
  LIST,
  /** A JSON boolean was expected. */
  TYPE,
  /** A field is missing or unknown. */
  FIELDS,
  /** A non-empty string was expected. */
  STRING,
  /** A JSON integer was expected. */
  INTEGER,
  /** 64 lower-case hexadecimal digits were expected. */
  SHA256,
  /** Not one of the values that the contract knows. */
  ENUM,
  /** A bound on size or work. */
  LIMIT,
  /** Nested too deeply. */
  DEPTH,
  /** A number outside its bounds. */
  RANGE,
  /** An empty collection where one item at least is needed. */
  EMPTY,
  /** The same id, rank, layer or name twice. */
  DUPLICATE_ID,
  /** An id, a digest or a field differs from what it must equal. */
  IDENTITY,
  /** Layers, heads, tokens or replicas are not covered exactly. */
  COVERAGE,
  /** Strides, bounds, alignment, overlap or shape. */
  GEOMETRY,
  /** An unknown participant, layer or region. */
  UNKNOWN_REF,
  /** A plan's edges or writers are not those that its placements give. */
  PLAN,
  /** Not allowed in this state, or contradictory in itself. */
  STATE;

  /** The name that the conformance cases use, such as {@code duplicate_field}. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
