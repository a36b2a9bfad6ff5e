package io.kvreshard.core.contiguous;

import io.kvreshard.core.contract.Part;
import io.kvreshard.core.contract.Placement;
import io.kvreshard.core.contract.Snapshot;
import java.util.Random;

/** Right buffers of any participant, with and without the name of what they hold. */
public final class RandomBuffers {
  private RandomBuffers() {}

  public static RuntimeBinding create(Random random, Placement placement, Snapshot snapshot) {
    Part part = placement.parts().get(random.nextInt(placement.parts().size()));
    return Buffers.of(
        placement,
        part.participantId(),
        snapshot.tokenCount(),
        random.nextBoolean() ? snapshot : null);
  }
}
