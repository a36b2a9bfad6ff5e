package io.kvreshard.cli.wire;

import io.kvreshard.core.Limits;
import io.kvreshard.core.resolved.TransferLimits;
import java.util.Locale;

/** Whose limits on size and work hold for documents. */
public enum Profile {
  /** The product's: real models fit. */
  PRODUCTION,
  /** The upstream implementation's. */
  COMPATIBLE;

  public Limits limits() {
    return switch (this) {
      case PRODUCTION -> Limits.PRODUCTION;
      case COMPATIBLE -> Limits.COMPATIBLE;
    };
  }

  /** What a transfer's own limits may be, and what its bindings may cost. */
  public TransferLimits transferLimits() {
    return switch (this) {
      case PRODUCTION -> TransferLimits.PRODUCTION;
      case COMPATIBLE -> TransferLimits.COMPATIBLE;
    };
  }

  /** As people write it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
