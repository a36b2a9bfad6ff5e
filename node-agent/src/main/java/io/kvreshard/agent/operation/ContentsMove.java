package io.kvreshard.agent.operation;

import com.google.protobuf.ByteString;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.stream.Progress;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.core.contents.PassingContents;

/**
 * The contents of a snapshot on their way from the source's coordinator to the target's, one part
 * at a time. The target never gets all of what is wrong: the part with which contents would be
 * complete is checked before it is passed on.
 */
final class ContentsMove {
  /** Where they come from. */
  @FunctionalInterface
  interface Source {
    /** So many bytes from an offset on. */
    ByteString read(long offset, int bytes) throws FailedException, InterruptedException;
  }

  /** Where they go. */
  @FunctionalInterface
  interface Target {
    void write(long offset, ByteString part) throws FailedException, InterruptedException;
  }

  private final Contents contents;
  private final Progress progress;

  /**
   * @param progress hears of every part; the bytes do not count as the cache's
   */
  ContentsMove(Contents contents, Progress progress) {
    this.contents = contents;
    this.progress = progress;
  }

  /**
   * On return the target has them all.
   *
   * @throws FailedException ContentsMismatch if they are not those that were announced; what
   *     reading and writing throw
   */
  void run(Source source, Target target) throws FailedException, InterruptedException {
    PassingContents passing = new PassingContents(contents);
    while (!passing.complete()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      long offset = passing.offset();
      ByteString part = source.read(offset, passing.room());
      progress.touched();
      requireWhole(passing, part);
      pass(passing, offset, part);
      target.write(offset, part);
      progress.touched();
    }
  }

  /** Shorter parts would be right, too, but without end. */
  private static void requireWhole(PassingContents passing, ByteString part)
      throws FailedException {
    if (part.size() != passing.room()) {
      throw new FailedException(
          FailureReason.ContentsMismatch,
          "the contents of the source: at byte %d there are %d bytes, not %d"
              .formatted(passing.offset(), part.size(), passing.room()));
    }
  }

  private static void pass(PassingContents passing, long offset, ByteString part)
      throws FailedException {
    try {
      passing.pass(offset, part.asReadOnlyByteBuffer());
    } catch (RejectedException e) {
      throw new FailedException(
          FailureReason.ContentsMismatch,
          "the contents of the source: " + e.rejection().message(),
          e);
    }
  }
}
