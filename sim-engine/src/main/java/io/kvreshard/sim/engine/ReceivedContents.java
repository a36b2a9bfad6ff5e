package io.kvreshard.sim.engine;

import com.google.protobuf.ByteString;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.Sha256;
import io.kvreshard.proto.runtime.v1.Contents;
import io.kvreshard.proto.runtime.v1.WriteContents;
import io.kvreshard.sim.link.Refusal;
import io.kvreshard.sim.model.TokenIds;

/** What has come to a target besides its pages. Not thread-safe. */
final class ReceivedContents {
  private final long seed;
  private final long first;
  private Contents expected = Contents.getDefaultInstance();
  private ByteString there = ByteString.EMPTY;

  /**
   * @param seed of the tokens that the pages are reserved for
   * @param first position of the first one
   */
  ReceivedContents(long seed, long first) {
    this.seed = seed;
    this.first = first;
  }

  /** The reservation is another operation's, or nobody's. */
  void forget() {
    expected = Contents.getDefaultInstance();
    there = ByteString.EMPTY;
  }

  long bytes() {
    return there.size();
  }

  /**
   * Parts come in order; one that begins at 0 begins anew, one that is there already may come
   * again.
   */
  void write(WriteContents request) throws Refusal {
    long offset = request.getOffset();
    ByteString part = request.getPart();
    if (offset == 0) {
      begin(request.getContents());
    }
    long end = offset + part.size();
    if (part.isEmpty() || offset < 0 || end > expected.getBytes()) {
      throw Refusal.refused(
          "contents of %d bytes have no part of %d at %d"
              .formatted(expected.getBytes(), part.size(), offset));
    }
    if (end <= there.size() && there.substring((int) offset, (int) end).equals(part)) {
      return;
    }
    if (offset != there.size() || !request.getContents().equals(expected)) {
      throw Refusal.refused(
          "the next part begins at %d, not at %d".formatted(there.size(), offset));
    }
    there = there.concat(part);
  }

  private void begin(Contents announced) throws Refusal {
    try {
      var _ = new io.kvreshard.core.contents.Contents(announced.getSha256(), announced.getBytes());
    } catch (RejectedException e) {
      throw Refusal.refused(e.rejection().text());
    }
    expected = announced;
    there = ByteString.EMPTY;
  }

  /**
   * All of them are there, and they are those of the tokens.
   *
   * @param announced the default instance: the snapshot has none
   */
  void check(Contents announced) throws Refusal {
    if (there.size() != announced.getBytes()) {
      throw Refusal.refused(
          "of %d bytes of contents %d have come".formatted(announced.getBytes(), there.size()));
    }
    if (there.isEmpty()) {
      return;
    }
    String found = Sha256.hex(there.toByteArray());
    if (!found.equals(announced.getSha256())) {
      throw Refusal.refused(
          "contents with digest %s were announced, those that came have %s"
              .formatted(announced.getSha256(), found));
    }
    TokenIds right = new TokenIds(seed, first, there.size());
    if (!right.part(0, there.size()).equals(there)) {
      throw Refusal.refused("the contents are not the ids of the tokens in the pages");
    }
  }
}
