package io.kvreshard.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.kvreshard.crd.schema.Evolving;
import io.kvreshard.crd.schema.Timestamp;
import org.jspecify.annotations.Nullable;

/** How fast bytes move on a node. */
@JsonClassDescription(
    "How fast bytes move on this node, in bytes a second, while at least one stream of the "
        + "direction is open; of late more than of before. 0: none has moved.")
@Evolving
public record NodeRates(
    @JsonPropertyDescription("Sent to other nodes.") @Min(0) long sent,
    @JsonPropertyDescription("Received from other nodes, checked and in their places.") @Min(0) long received,
    @JsonPropertyDescription("Copied between engines of this node.") @Min(0) long copied,
    @JsonPropertyDescription("When bytes moved last, as far as it was looked.") @Timestamp
        String measuredAt) {
  /** Whether any rate has changed by more than a tenth. */
  public static boolean differ(@Nullable NodeRates a, @Nullable NodeRates b) {
    if (a == null || b == null) {
      return a != null || b != null;
    }
    return differ(a.sent, b.sent) || differ(a.received, b.received) || differ(a.copied, b.copied);
  }

  private static boolean differ(long a, long b) {
    return Math.abs(a - b) > Math.max(a, b) / 10;
  }
}
