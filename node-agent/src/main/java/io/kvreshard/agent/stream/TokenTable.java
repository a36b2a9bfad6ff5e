package io.kvreshard.agent.stream;

import io.kvreshard.agent.concurrent.NanoClock;
import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One-time tokens of 32 random bytes that have not been shown yet. A token is compared with every
 * one outstanding in constant time, so that answers tell nothing about their bytes.
 *
 * @param <T> what a token opens
 */
public final class TokenTable<T> {
  private record Issued<T>(Token token, T value, long untilNanos) {}

  private final SecureRandom random = new SecureRandom();
  private final NanoClock clock;
  private final int limit;
  private final List<Issued<T>> outstanding = new ArrayList<>();

  /**
   * @param limit upper bound of outstanding tokens
   */
  public TokenTable(NanoClock clock, int limit) {
    this.clock = clock;
    this.limit = limit;
  }

  /**
   * A new token, good once and for a while.
   *
   * @throws FailedException AgentBusy if too many are outstanding
   */
  public synchronized Token issue(T value, Duration validity) throws FailedException {
    dropExpired();
    if (outstanding.size() >= limit) {
      throw new FailedException(
          FailureReason.AgentBusy, limit + " data connections are already expected");
    }
    Token token = Token.random(random);
    outstanding.add(new Issued<>(token, value, clock.nanos() + validity.toNanos()));
    return token;
  }

  /** What the token opens; the token is used up. */
  public synchronized Optional<T> redeem(Token token) {
    dropExpired();
    int found = -1;
    for (int i = 0; i < outstanding.size(); i++) {
      if (outstanding.get(i).token().matches(token)) {
        found = i;
      }
    }
    return found < 0 ? Optional.empty() : Optional.of(outstanding.remove(found).value());
  }

  private void dropExpired() {
    long now = clock.nanos();
    outstanding.removeIf(issued -> issued.untilNanos() - now <= 0);
  }
}
