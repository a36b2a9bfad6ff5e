package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.core.RejectedException;
import io.kvreshard.core.paged.DisjointnessCheck;
import io.kvreshard.core.paged.OpenBinding;
import java.util.ArrayList;
import java.util.List;

/** All bindings of open operations on this node: nothing writes where another reads or writes. */
final class OpenBindings {
  private final List<OpenBinding> open = new ArrayList<>();

  /**
   * Adds a binding.
   *
   * @throws FailedException BindingInvalid, naming both operations and a tensor of each
   */
  synchronized void add(OpenBinding binding) throws FailedException {
    try {
      DisjointnessCheck.check(binding, open);
    } catch (RejectedException e) {
      throw new FailedException(
          FailureReason.BindingInvalid,
          "participant %s: %s".formatted(binding.binding().participantId(), e.getMessage()),
          e);
    }
    open.add(binding);
  }

  /** Forgets a binding: nothing touches its bytes any more. */
  synchronized void remove(OpenBinding binding) {
    open.remove(binding);
  }
}
