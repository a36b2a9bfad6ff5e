package io.kvreshard.core.contents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.Sha256;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentsTest {
  private static final String DIGEST = Sha256.hex("contents");

  @ParameterizedTest
  @ValueSource(longs = {1, Contents.MOST_BYTES})
  void theirLengthIsBounded(long bytes) {
    assertThat(new Contents(DIGEST, bytes).bytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, Contents.MOST_BYTES + 1, Long.MAX_VALUE})
  void otherLengthsAreRejected(long bytes) {
    assertThatThrownBy(() -> new Contents(DIGEST, bytes))
        .isInstanceOfSatisfying(
            RejectedException.class,
            e -> assertThat(e.category()).isEqualTo(RejectionCategory.RANGE))
        .hasMessageContaining("1 to 67108864 bytes, not " + bytes);
  }

  @Test
  void theirDigestIsASha256() {
    assertThatThrownBy(() -> new Contents("sha256:" + DIGEST, 1))
        .isInstanceOfSatisfying(
            RejectedException.class,
            e -> assertThat(e.category()).isEqualTo(RejectionCategory.SHA256));
  }
}
