package io.kvreshard.bench.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeetingsTest {
  private final Meetings meetings = new Meetings();
  private final List<String> woken = new ArrayList<>();

  @Test
  void lastOneWakesAllOnce() {
    assertThat(join("job", "a")).isFalse();
    assertThat(join("job", "a")).isFalse();
    assertThat(join("other", "b")).isFalse();
    assertThat(woken).isEmpty();

    assertThat(join("job", "b")).isTrue();
    assertThat(woken).containsExactlyInAnyOrder("a", "b");
    assertThat(join("job", "a")).isTrue();
    assertThat(woken).hasSize(2);
  }

  @Test
  void nextMeetingBeginsAnew() {
    join("job", "a");
    join("job", "b");
    meetings.leave("job", "a");
    meetings.leave("job", "b");
    meetings.leave("never", "a");

    assertThat(join("job", "b")).isFalse();
  }

  private boolean join(String operation, String node) {
    return meetings.join(operation, node, 2, () -> woken.add(node));
  }
}
