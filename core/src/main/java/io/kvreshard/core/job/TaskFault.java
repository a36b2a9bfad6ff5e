package io.kvreshard.core.job;

import java.util.Set;

/**
 * Why a task failed, in the agent's words.
 *
 * @param terminal another attempt would fail in the same way
 */
public record TaskFault(String reason, String message, boolean terminal) {
  /** What an agent says when another one has failed, of which it knows no more than that. */
  public static final Set<String> ECHOES = Set.of("PeerUnreachable", "PeerFailed");

  boolean echo() {
    return ECHOES.contains(reason);
  }
}
