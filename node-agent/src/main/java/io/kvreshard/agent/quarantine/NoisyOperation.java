package io.kvreshard.agent.quarantine;

import java.util.List;

/**
 * An operation that is over but not proven to be quiet on this node: what a successor of the agent
 * needs to prove it, and what people read.
 *
 * @param operation {@code <job uid>/<attempt>/<round>}
 * @param job namespace and name: {@code team/move}
 * @param participants whose processes owe an answer or their end
 * @param since RFC 3339
 * @param message a sentence: what is waited for
 */
public record NoisyOperation(
    String operation, String job, List<Participant> participants, String since, String message) {
  public NoisyOperation {
    participants = List.copyOf(participants);
  }

  /**
   * A participant on this node.
   *
   * @param instanceId its process, one address space
   */
  public record Participant(String id, String instanceId) {}
}
