package io.kvreshard.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.stream.Progress;
import io.kvreshard.core.Sha256;
import io.kvreshard.core.contents.Contents;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ContentsMoveTest {
  private static final int PART = Contents.MOST_PART_BYTES;
  private static final byte[] BYTES = new byte[2 * PART + 17];

  static {
    new Random(11).nextBytes(BYTES);
  }

  private final Progress progress = new Progress(NanoClock.system());
  private final ContentsMove move =
      new ContentsMove(new Contents(Sha256.hex(BYTES), BYTES.length), progress);
  private ByteString arrived = ByteString.EMPTY;

  private static ByteString part(byte[] bytes, long offset, int most) {
    int count = (int) Math.max(0, Math.min(most, bytes.length - offset));
    return ByteString.copyFrom(bytes, count == 0 ? 0 : (int) offset, count);
  }

  private void arrive(long offset, ByteString part) {
    assertThat(offset).isEqualTo(arrived.size());
    assertThat(part.size()).isBetween(1, PART);
    arrived = arrived.concat(part);
  }

  private static void differs(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            FailedException.class,
            e -> assertThat(e.reason()).isEqualTo(FailureReason.ContentsMismatch))
        .hasMessageContaining(message);
  }

  @Test
  void everyByteArrivesInOrder() throws Exception {
    move.run((offset, max) -> part(BYTES, offset, max), this::arrive);
    assertThat(arrived.toByteArray()).isEqualTo(BYTES);
    assertThat(progress.bytes()).isZero();
  }

  @Test
  void ofWrongContentsTheLastPartDoesNotArrive() {
    byte[] wrong = BYTES.clone();
    wrong[5] ^= 1;
    differs(
        () -> move.run((offset, max) -> part(wrong, offset, max), this::arrive), Sha256.hex(wrong));
    assertThat(arrived.size()).isEqualTo(2 * PART);
  }

  @Test
  void contentsThatEndTooSoonFail() {
    byte[] little = new byte[PART + 1];
    differs(
        () -> move.run((offset, max) -> part(little, offset, max), this::arrive),
        "at byte %d there are 1 bytes, not %d".formatted(PART, PART));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, PART - 1, PART + 1})
  void aPartOfAnotherLengthDoesNotArrive(int bytes) {
    differs(
        () -> move.run((_, _) -> ByteString.copyFrom(new byte[bytes]), this::arrive),
        "at byte 0 there are %d bytes, not %d".formatted(bytes, PART));
    assertThat(arrived.isEmpty()).isTrue();
  }

  @Test
  void nothingIsReadAfterTheTargetHasFailed() {
    var refusal = new FailedException(FailureReason.EngineRefused, "no room");
    assertThatThrownBy(
            () ->
                move.run(
                    (offset, max) -> {
                      assertThat(offset).isZero();
                      return part(BYTES, offset, max);
                    },
                    (_, _) -> {
                      throw refusal;
                    }))
        .isSameAs(refusal);
  }

  @Test
  void anInterruptEndsItBetweenParts() {
    assertThatThrownBy(
            () ->
                move.run(
                    (offset, max) -> part(BYTES, offset, max),
                    (offset, part) -> {
                      arrive(offset, part);
                      Thread.currentThread().interrupt();
                    }))
        .isInstanceOf(InterruptedException.class);
    assertThat(arrived.size()).isEqualTo(PART);
  }
}
