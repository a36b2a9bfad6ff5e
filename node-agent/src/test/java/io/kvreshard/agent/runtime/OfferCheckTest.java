package io.kvreshard.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.contents.Contents;
import io.kvreshard.proto.runtime.v1.GroupDocuments;
import io.kvreshard.proto.runtime.v1.Origin;
import io.kvreshard.proto.runtime.v1.SnapshotOffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OfferCheckTest {
  private static final String DIGEST = "c".repeat(64);

  private static SnapshotOffer offer(Origin origin, String digest, long bytes) {
    return SnapshotOffer.newBuilder()
        .setName("snap")
        .setOrigin(origin)
        .addGroups(GroupDocuments.newBuilder().setName("default"))
        .setContents(
            io.kvreshard.proto.runtime.v1.Contents.newBuilder().setSha256(digest).setBytes(bytes))
        .build();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, Contents.MOST_BYTES})
  void contentsMayBeAnnounced(long bytes) {
    assertThat(OfferCheck.check(offer(Origin.ORIGIN_EXPORTED, DIGEST, bytes))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Contents.MOST_BYTES + 1})
  void theirLengthIsBounded(long bytes) {
    assertThat(OfferCheck.check(offer(Origin.ORIGIN_EXPORTED, DIGEST, bytes)))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .startsWith("SnapshotOffer.contents.bytes: contents have 1 to 67108864 bytes"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "c0ffee", "CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC"})
  void theirDigestIsASha256(String digest) {
    assertThat(OfferCheck.check(offer(Origin.ORIGIN_EXPORTED, digest, 1)))
        .hasValueSatisfying(why -> assertThat(why).startsWith("SnapshotOffer.contents.sha256: "));
  }

  @Test
  void reservedPagesHaveNone() {
    assertThat(OfferCheck.check(offer(Origin.ORIGIN_RESERVED, DIGEST, 1)))
        .hasValueSatisfying(why -> assertThat(why).contains("only with ORIGIN_EXPORTED"));
  }
}
