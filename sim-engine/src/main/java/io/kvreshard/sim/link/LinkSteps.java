package io.kvreshard.sim.link;

import io.kvreshard.failpoint.Step;
import io.kvreshard.proto.runtime.v1.Request;
import java.util.Optional;

/** What an engine process is asked for, as steps at which tests make it fail. */
final class LinkSteps {
  private LinkSteps() {}

  /** Of a request of the agent; empty: it is of no kind that is known. */
  static Optional<Step> of(Request request) {
    return switch (request.getRequestCase()) {
      case PIN -> Optional.of(Step.COORDINATOR_PIN);
      case BIND -> Optional.of(Step.COORDINATOR_BIND);
      case VALIDATE -> Optional.of(Step.COORDINATOR_VALIDATE);
      case COMMIT -> Optional.of(Step.COORDINATOR_COMMIT);
      case RELEASE -> Optional.of(Step.COORDINATOR_RELEASE);
      case TENSORS -> Optional.of(Step.WORKER_TENSORS);
      case ATTACH_RING -> Optional.of(Step.WORKER_ATTACH_RING);
      case GATHER -> Optional.of(Step.WORKER_GATHER);
      case SCATTER -> Optional.of(Step.WORKER_SCATTER);
      case UNBIND -> Optional.of(Step.WORKER_UNBIND);
      case READ_CONTENTS -> Optional.of(Step.COORDINATOR_READ_CONTENTS);
      case WRITE_CONTENTS -> Optional.of(Step.COORDINATOR_WRITE_CONTENTS);
      case REQUEST_NOT_SET -> Optional.empty();
    };
  }

  /** Of a coordinator's command to its worker. */
  static Step of(Command command) {
    return switch (command) {
      case CLEAR -> Step.WORKER_CLEAR;
      case CHECK -> Step.WORKER_CHECK;
      case COMMIT -> Step.WORKER_COMMIT;
    };
  }
}
