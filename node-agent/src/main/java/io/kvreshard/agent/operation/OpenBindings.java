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
   * @throws FailedException naming both operations and a tensor of each: BindingInvalid if they are
   *     cache groups of one operation, PagesInUse if the other one is to come to its end first
   */
  synchronized void add(OpenBinding binding) throws FailedException {
    String operation = operation(binding);
    var own = open.stream().filter(other -> operation(other).equals(operation)).toList();
    check(binding, own, FailureReason.BindingInvalid);
    check(binding, open, FailureReason.PagesInUse);
    open.add(binding);
  }

  /** Without the cache group. */
  private static String operation(OpenBinding binding) {
    String id = binding.binding().operationId();
    return id.substring(0, id.lastIndexOf('/'));
  }

  private static void check(OpenBinding binding, List<OpenBinding> open, FailureReason otherwise)
      throws FailedException {
    try {
      DisjointnessCheck.check(binding, open);
    } catch (RejectedException e) {
      throw new FailedException(
          otherwise,
          "participant %s: %s".formatted(binding.binding().participantId(), e.getMessage()),
          e);
    }
  }

  /** Forgets a binding: nothing touches its bytes any more. */
  synchronized void remove(OpenBinding binding) {
    open.remove(binding);
  }
}
