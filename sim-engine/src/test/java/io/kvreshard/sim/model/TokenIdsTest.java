package io.kvreshard.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.contents.Contents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenIdsTest {
  private static final TokenIds IDS = new TokenIds(42, 1000, Contents.MOST_PART_BYTES + 1203);

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 1000, Contents.MOST_PART_BYTES})
  void partsAreThoseOfTheWhole(int most) {
    ByteString whole = IDS.part(0, IDS.bytes());
    for (int at = 0, i = 0; at < IDS.bytes() && i < 50; at += most, i++) {
      ByteString part = IDS.part(at, most);
      assertThat(part).isEqualTo(whole.substring(at, Math.min(at + most, IDS.bytes())));
    }
  }

  @Test
  void theDigestIsOfAllBytes() {
    ByteString whole = IDS.part(0, IDS.bytes());
    assertThat(IDS.contents())
        .isEqualTo(new Contents(Sha256.hex(whole.toByteArray()), IDS.bytes()));
  }

  @Test
  void theyBelongToSeedAndPosition() {
    ByteString ids = new TokenIds(42, 1000, 400).part(0, 400);
    assertThat(new TokenIds(42, 1000, 400).part(0, 400)).isEqualTo(ids);
    assertThat(new TokenIds(43, 1000, 400).part(0, 400)).isNotEqualTo(ids);
    assertThat(new TokenIds(42, 1001, 400).part(0, 396)).isEqualTo(ids.substring(4));
  }
}
