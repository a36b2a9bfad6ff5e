package io.kvreshard.agent.runtime;

import com.google.protobuf.ByteString;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.proto.runtime.v1.Pages;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the agent may ask an engine's coordinator. All requests concern all groups of an operation
 * ({@code "<job uid>/<attempt>/<round>"}), are idempotent and block for at most {@code limit}; the
 * session's end fails them at once with {@link RuntimeFailure.Gone}. Thread-safe.
 */
public interface CoordinatorSession {

  RuntimeIdentity identity();

  /** Source: keeps the snapshot's pages unchanged until {@link #release}. */
  Pages pin(String operation, String snapshot, Duration limit)
      throws RuntimeFailure, InterruptedException;

  /** Target: the reservation belongs to the operation until commit or release. */
  Pages bind(String operation, String snapshot, Duration limit)
      throws RuntimeFailure, InterruptedException;

  /**
   * Source, while it is pinned: bytes of the snapshot's contents from an offset on.
   *
   * @param maxBytes at most {@link Contents#MOST_PART_BYTES}
   * @return {@code maxBytes} bytes, or all that are left; at least one
   * @throws RuntimeFailure Refused, too, if the engine speaks a protocol without contents
   */
  ByteString readContents(
      String operation, String snapshot, long offset, int maxBytes, Duration limit)
      throws RuntimeFailure, InterruptedException;

  /**
   * Target, while it is bound: the next part of the contents that the snapshot will have. One that
   * begins at 0 begins anew.
   *
   * @throws RuntimeFailure Refused, too, if the engine speaks a protocol without contents
   */
  void writeContents(
      String operation,
      String snapshot,
      Contents contents,
      long offset,
      ByteString part,
      Duration limit)
      throws RuntimeFailure, InterruptedException;

  /**
   * Target: all bytes have landed; the engine looks at them and may refuse.
   *
   * @param contents that were written, too; null: the snapshot has none
   */
  void validate(String operation, String snapshot, @Nullable Contents contents, Duration limit)
      throws RuntimeFailure, InterruptedException;

  /**
   * Target: activates the cache. The point of no return was passed; the engine may not refuse.
   *
   * @param jobDigest 64 hex digits
   */
  void commit(String operation, String snapshot, String jobDigest, Duration limit)
      throws RuntimeFailure, InterruptedException;

  /** The operation is over, on either side. */
  void release(String operation, String snapshot, Keep keep, Duration limit)
      throws RuntimeFailure, InterruptedException;

  /** What becomes of the snapshot when an operation is over. */
  enum Keep {
    SNAPSHOT,
    /** Source side, after success: the engine may drop it. */
    NOTHING
  }
}
