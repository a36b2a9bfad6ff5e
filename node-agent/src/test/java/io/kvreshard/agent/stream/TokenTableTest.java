package io.kvreshard.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvreshard.agent.concurrent.FakeClock;
import io.kvreshard.agent.failure.FailedException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TokenTableTest {
  private final FakeClock clock = new FakeClock();
  private final TokenTable<String> tokens = new TokenTable<>(clock, 2);

  @Test
  void aTokenOpensOnce() throws Exception {
    Token token = tokens.issue("a", Duration.ofSeconds(10));
    assertThat(tokens.redeem(token)).contains("a");
    assertThat(tokens.redeem(token)).isEmpty();
  }

  @Test
  void aForgedTokenOpensNothing() throws Exception {
    Token token = tokens.issue("a", Duration.ofSeconds(10));
    byte[] forged = token.bytes();
    forged[31] ^= 1;
    assertThat(tokens.redeem(Token.of(forged))).isEmpty();
    assertThat(tokens.redeem(token)).contains("a");
  }

  @Test
  void aTokenExpires() throws Exception {
    Token token = tokens.issue("a", Duration.ofSeconds(10));
    clock.advance(Duration.ofSeconds(10));
    assertThat(tokens.redeem(token)).isEmpty();
  }

  @Test
  void theTableIsBounded() throws Exception {
    tokens.issue("a", Duration.ofSeconds(10));
    tokens.issue("b", Duration.ofSeconds(20));
    assertThatThrownBy(() -> tokens.issue("c", Duration.ofSeconds(10)))
        .isInstanceOf(FailedException.class)
        .hasMessageContaining("2 data connections are already expected");
    clock.advance(Duration.ofSeconds(15));
    assertThat(tokens.issue("c", Duration.ofSeconds(10))).isNotNull();
  }
}
