package io.kvreshard.core.snapshot;

import java.time.Duration;
import java.util.List;

/**
 * One agent as the observer sees it.
 *
 * @param incarnation new with every start of the agent
 * @param endpoint host:port of its peer service
 * @param planners what it can recompute: {@code Ordinal/1}, …
 * @param peerVersions the versions of the protocol between agents that it speaks
 * @param contact whether it is heard of
 */
public record AgentView(
    String node,
    String incarnation,
    String endpoint,
    List<String> planners,
    List<Long> peerVersions,
    Contact contact) {
  /** An agent whose Lease did not change for this long is lost. */
  public static final Duration LIFE = Duration.ofSeconds(15);

  /** Whether an agent is heard of. */
  public enum Contact {
    /** Its Lease changes. */
    ALIVE,
    /** Its Lease does not change any more. It may come back, and is waited for. */
    LOST,
    /** It was lost for so long that nobody waits for it. */
    GIVEN_UP;

    /**
     * What an observer makes of silence.
     *
     * @param silence how long ago it last saw the agent's Lease change, by its own monotonic clock:
     *     never computed from another machine's (DESIGN §4)
     * @param patience how long a lost agent is waited for
     */
    public static Contact after(Duration silence, Duration patience) {
      if (silence.compareTo(LIFE) <= 0) {
        return ALIVE;
      }
      return silence.compareTo(patience) <= 0 ? LOST : GIVEN_UP;
    }
  }

  public AgentView {
    planners = List.copyOf(planners);
    peerVersions = List.copyOf(peerVersions);
  }

  public boolean alive() {
    return contact == Contact.ALIVE;
  }

  public boolean givenUp() {
    return contact == Contact.GIVEN_UP;
  }
}
