package io.kvreshard.core.contents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.core.RejectedException;
import io.kvreshard.core.RejectionCategory;
import io.kvreshard.core.Sha256;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PassingContentsTest {
  private static final byte[] BYTES = new byte[2 * Contents.MOST_PART_BYTES + 3];

  static {
    new Random(7).nextBytes(BYTES);
  }

  private final PassingContents passing =
      new PassingContents(new Contents(Sha256.hex(BYTES), BYTES.length));

  private static ByteBuffer part(int from, int bytes) {
    return ByteBuffer.wrap(BYTES, from, bytes);
  }

  private static void rejects(RejectionCategory category, ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RejectedException.class, e -> assertThat(e.category()).isEqualTo(category))
        .hasMessageContaining(message);
  }

  @Test
  void passInPartsAsLongAsThereIsRoom() {
    while (!passing.complete()) {
      passing.pass(passing.offset(), part((int) passing.offset(), passing.room()));
    }
    assertThat(passing.offset()).isEqualTo(BYTES.length);
    assertThat(passing.room()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1000, Contents.MOST_PART_BYTES - 1})
  void theFirstPartMayBeShorter(int first) {
    passing.pass(0, part(0, first));
    assertThat(passing.offset()).isEqualTo(first);
    while (!passing.complete()) {
      passing.pass(passing.offset(), part((int) passing.offset(), passing.room()));
    }
  }

  @Test
  void aPartIsInOrder() {
    rejects(
        RejectionCategory.STATE, () -> passing.pass(1, part(1, 1)), "begins at byte 0, not at 1");
    passing.pass(0, part(0, 10));
    rejects(
        RejectionCategory.STATE, () -> passing.pass(0, part(0, 10)), "begins at byte 10, not at 0");
  }

  @Test
  void contentsThatEndTooSoonAreNotComplete() {
    passing.pass(0, part(0, 10));
    assertThat(passing.complete()).isFalse();
    rejects(RejectionCategory.EMPTY, () -> passing.pass(10, part(10, 0)), "end at byte 10");
  }

  @Test
  void aPartIsNotLongerThanParts() {
    rejects(
        RejectionCategory.LIMIT,
        () -> passing.pass(0, part(0, Contents.MOST_PART_BYTES + 1)),
        "at most 1048576 bytes, not 1048577");
  }

  @Test
  void theLastPartEndsWithTheContents() {
    var little = new PassingContents(new Contents(Sha256.hex("abc"), 3));
    rejects(
        RejectionCategory.LIMIT,
        () -> little.pass(0, ByteBuffer.wrap("abcd".getBytes(UTF_8))),
        "at byte 0 of 3 a part has at most 3 bytes, not 4");
    var whole = new PassingContents(new Contents(Sha256.hex("abc"), 3));
    whole.pass(0, ByteBuffer.wrap("abc".getBytes(UTF_8)));
    rejects(
        RejectionCategory.LIMIT,
        () -> whole.pass(3, ByteBuffer.wrap("d".getBytes(UTF_8))),
        "at byte 3 of 3 a part has at most 0 bytes, not 1");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Contents.MOST_PART_BYTES, 2 * Contents.MOST_PART_BYTES + 2})
  void aWrongByteShowsWithTheLastPartAndNotAfterIt(int at) {
    byte[] wrong = Arrays.copyOf(BYTES, BYTES.length);
    wrong[at] ^= 1;
    int part = Contents.MOST_PART_BYTES;
    passing.pass(0, ByteBuffer.wrap(wrong, 0, part));
    passing.pass(part, ByteBuffer.wrap(wrong, part, part));
    rejects(
        RejectionCategory.IDENTITY,
        () -> passing.pass(2L * part, ByteBuffer.wrap(wrong, 2 * part, 3)),
        Sha256.hex(wrong));
  }
}
