package io.kvreshard.sim.engine;

import com.google.protobuf.ByteString;
import io.kvreshard.core.contents.Contents;
import io.kvreshard.proto.runtime.v1.ReadContents;
import io.kvreshard.sim.link.Refusal;
import io.kvreshard.sim.model.TokenIds;
import java.util.Optional;

/** What a source has besides its pages, part by part. */
final class OwnContents {
  private final Optional<TokenIds> ids;
  private final boolean wrong;

  /**
   * @param wrong others than announced, on purpose
   */
  OwnContents(Optional<TokenIds> ids, boolean wrong) {
    this.ids = ids;
    this.wrong = wrong;
  }

  /** As the snapshot's offer says it. */
  Optional<io.kvreshard.proto.runtime.v1.Contents> announced() {
    return ids.map(TokenIds::contents)
        .map(
            it ->
                io.kvreshard.proto.runtime.v1.Contents.newBuilder()
                    .setSha256(it.sha256())
                    .setBytes(it.bytes())
                    .build());
  }

  ByteString read(ReadContents request) throws Refusal {
    TokenIds all = ids.orElseThrow(() -> Refusal.refused("the snapshot has no contents"));
    long offset = request.getOffset();
    int most = request.getMaxBytes();
    if (offset < 0 || offset >= all.bytes() || most < 1 || most > Contents.MOST_PART_BYTES) {
      throw Refusal.refused(
          "of contents of %d bytes there are no %d at %d"
              .formatted(all.bytes(), Integer.toUnsignedLong(most), offset));
    }
    ByteString part = all.part((int) offset, most);
    if (!wrong || offset > 0) {
      return part;
    }
    byte[] changed = part.toByteArray();
    changed[0] ^= 1;
    return ByteString.copyFrom(changed);
  }
}
