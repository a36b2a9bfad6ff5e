package io.kvreshard.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.agent.memory.Handover;
import io.kvreshard.crd.RuntimeRole;
import io.kvreshard.posix.Memfd;
import io.kvreshard.posix.Seal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which token opens whose place, and how much one pod gives. */
class MemorySeatsTest {
  private static final RuntimeIdentity WHO =
      new RuntimeIdentity(
          new EngineGroup("models", "engine"),
          "engine-0",
          "pod-a",
          7,
          RuntimeRole.Both,
          Optional.of("tp0"),
          "instance-tp0",
          1);

  private final MemorySeats seats = new MemorySeats(2);
  private final List<Memfd> given = new ArrayList<>();

  @AfterEach
  void close() {
    given.forEach(Memfd::close);
  }

  private MemorySeat reserve() {
    return seats.reserve(WHO, new Handover());
  }

  @Test
  void aTokenOpensItsOwnSeatOnceWhileTheSessionLives() {
    MemorySeat one = reserve();
    MemorySeat two = reserve();
    assertThat(seats.redeem(two.token())).containsSame(two);
    assertThat(seats.redeem(two.token())).isEmpty();
    seats.end(one);
    assertThat(seats.redeem(one.token())).isEmpty();
  }

  @Test
  void aPodGivesNoMoreThanItMayUntilASessionEnds() throws Exception {
    MemorySeat one = reserve();
    MemorySeat two = reserve();
    seats.redeem(one.token());
    seats.redeem(two.token());
    give(one);
    assertThat(seats.full()).isEmpty();
    give(two);
    assertThat(seats.full())
        .hasValue("the processes of this pod have given 2 memfds, which is the most");
    seats.end(one);
    assertThat(seats.full()).isEmpty();
  }

  private void give(MemorySeat seat) throws Exception {
    Memfd memfd = Memfd.create("seat", 4096);
    given.add(memfd);
    memfd.seal(Seal.F_SEAL_SHRINK);
    assertThat(seat.handover().give("kv", memfd.descriptor())).isEmpty();
  }
}
