package io.kvreshard.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvreshard.core.snapshot.AgentView.Contact;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AgentViewTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @Test
  void silenceMakesAnAgentLostAndThenGivenUp() {
    assertThat(after(0)).isEqualTo(Contact.ALIVE);
    assertThat(after(15_000)).isEqualTo(Contact.ALIVE);
    assertThat(after(15_001)).isEqualTo(Contact.LOST);
    assertThat(after(40_000)).isEqualTo(Contact.LOST);
    assertThat(after(40_001)).isEqualTo(Contact.GIVEN_UP);
  }

  private static Contact after(long millis) {
    return Contact.after(Duration.ofMillis(millis), PATIENCE);
  }
}
