package io.kvreshard.agent.operation;

import io.kvreshard.agent.failure.FailedException;
import io.kvreshard.agent.failure.FailureReason;
import io.kvreshard.agent.memory.MemoryFailure;
import io.kvreshard.agent.runtime.RuntimeFailure;

/** Failures of engine processes as failures of an operation. */
final class EngineFailures {
  private EngineFailures() {}

  /** Who failed at what, in the engine's words. */
  static FailedException of(Object who, String request, RuntimeFailure failure) {
    FailureReason reason =
        switch (failure) {
          case RuntimeFailure.Refused _ -> FailureReason.EngineRefused;
          case RuntimeFailure.Transient _ -> FailureReason.EngineFailed;
          case RuntimeFailure.Gone _ -> FailureReason.RuntimeGone;
        };
    return new FailedException(
        reason, "%s at %s: %s".formatted(who, request, failure.getMessage()), failure);
  }

  /** Whose memory failed, in the sentence of the failure. */
  static FailedException of(Object who, MemoryFailure failure) {
    FailureReason reason =
        switch (failure.kind()) {
          case REFUSED -> FailureReason.EngineRefused;
          case TRANSIENT -> FailureReason.EngineFailed;
        };
    return new FailedException(
        reason, "memory of %s: %s".formatted(who, failure.getMessage()), failure);
  }
}
