package io.kvreshard.core.stream;

import io.kvreshard.core.Seeds;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Random moves through planner, bindings, streams and cursors: every target gets its bytes from the
 * right writer, and nothing else is touched.
 */
class MovePropertyTest {
  @Property
  void leavesTheSameBytesAsCopyingCellByCell(@ForAll("moves") MemoryMove move) {
    move.check();
  }

  @Provide
  Arbitrary<MemoryMove> moves() {
    return Seeds.values("move", random -> new MemoryMove(Scenario.of(random)));
  }
}
