package io.kvreshard.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;

/** What the simulated engine must have found. */
public final class Verdicts {
  private Verdicts() {}

  /** The rank has activated the cache, all of its bytes are right, and none around them changed. */
  public static void right(JsonNode rank) {
    assertThat(rank.path("committed").asBoolean()).as("%s", rank).isTrue();
    untouchedAround(rank);
    assertThat(rank.path("mismatches").asLong()).as("%s", rank).isZero();
  }

  /** The rank has activated nothing. */
  public static void inactive(JsonNode rank) {
    assertThat(rank.path("committed").asBoolean()).as("%s", rank).isFalse();
    untouchedAround(rank);
  }

  private static void untouchedAround(JsonNode rank) {
    assertThat(rank.path("bytes").asLong()).as("%s", rank).isPositive();
    assertThat(rank.path("guardMismatches").asLong()).as("%s", rank).isZero();
  }
}
