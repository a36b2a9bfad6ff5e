package io.kvreshard.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.kvreshard.core.Sha256;
import io.kvreshard.proto.runtime.v1.Contents;
import io.kvreshard.proto.runtime.v1.WriteContents;
import io.kvreshard.sim.link.Refusal;
import io.kvreshard.sim.model.TokenIds;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ReceivedContentsTest {
  private static final ByteString IDS = new TokenIds(42, 1000, 1200).part(0, 1200);
  private static final Contents CONTENTS = announced(IDS);
  private final ReceivedContents received = new ReceivedContents(42, 1000);

  private static Contents announced(ByteString bytes) {
    return Contents.newBuilder()
        .setSha256(Sha256.hex(bytes.toByteArray()))
        .setBytes(bytes.size())
        .build();
  }

  private void write(Contents contents, long offset, ByteString part) throws Refusal {
    received.write(
        WriteContents.newBuilder().setContents(contents).setOffset(offset).setPart(part).build());
  }

  private static void refused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(Refusal.class).hasMessageContaining(message);
  }

  @Test
  void partsMakeTheWhole() throws Exception {
    write(CONTENTS, 0, IDS.substring(0, 500));
    write(CONTENTS, 500, IDS.substring(500));
    received.check(CONTENTS);
    assertThat(received.bytes()).isEqualTo(1200);
  }

  @Test
  void aPartMayComeAgainAndAllMayBeginAnew() throws Exception {
    write(CONTENTS, 0, IDS.substring(0, 500));
    write(CONTENTS, 500, IDS.substring(500));
    write(CONTENTS, 500, IDS.substring(500));
    received.check(CONTENTS);
    write(CONTENTS, 0, IDS.substring(0, 500));
    assertThat(received.bytes()).isEqualTo(500);
  }

  @Test
  void partsComeInOrderAndNotPastTheEnd() throws Exception {
    refused(() -> write(CONTENTS, 500, IDS.substring(500)), "have no part of 700 at 500");
    write(CONTENTS, 0, IDS.substring(0, 500));
    refused(() -> write(CONTENTS, 600, IDS.substring(600)), "begins at 500, not at 600");
    refused(() -> write(CONTENTS, 500, IDS.substring(400)), "have no part of 800 at 500");
    refused(() -> write(announced(IDS.substring(1)), 500, IDS.substring(500)), "begins at 500");
    refused(() -> write(CONTENTS, 100, IDS.substring(0, 100)), "begins at 500, not at 100");
  }

  @Test
  void whatWasAnnouncedHasCome() throws Exception {
    refused(() -> received.check(CONTENTS), "of 1200 bytes of contents 0 have come");
    write(CONTENTS, 0, IDS.substring(0, 500));
    refused(() -> received.check(CONTENTS), "of 1200 bytes of contents 500 have come");
    received.forget();
    received.check(Contents.getDefaultInstance());
  }

  @Test
  void othersThanAnnouncedAreRefused() throws Exception {
    byte[] other = IDS.toByteArray();
    other[7] ^= 1;
    write(CONTENTS, 0, ByteString.copyFrom(other));
    refused(() -> received.check(CONTENTS), Sha256.hex(other));
  }

  @Test
  void thoseOfOtherTokensAreRefused() throws Exception {
    ByteString other = new TokenIds(43, 1000, 1200).part(0, 1200);
    write(announced(other), 0, other);
    refused(() -> received.check(announced(other)), "not the ids of the tokens");
  }

  @Test
  void theirLengthIsBounded() {
    Contents endless = CONTENTS.toBuilder().setBytes(1L << 40).build();
    refused(() -> write(endless, 0, IDS), "1 to 67108864 bytes");
  }
}
