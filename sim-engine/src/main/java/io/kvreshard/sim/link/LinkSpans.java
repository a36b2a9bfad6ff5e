package io.kvreshard.sim.link;

import io.kvreshard.proto.runtime.v1.Request;
import java.util.Optional;

/** What an engine process is asked for, as spans. */
final class LinkSpans {
  private LinkSpans() {}

  /** Of a request of the agent; empty: none. Rows are moved thousands of times a second. */
  static Optional<String> name(Request request) {
    return switch (request.getRequestCase()) {
      case PIN -> Optional.of("Pin");
      case BIND -> Optional.of("Bind");
      case VALIDATE -> Optional.of("Validate");
      case COMMIT -> Optional.of("Commit");
      case RELEASE -> Optional.of("Release");
      case TENSORS -> Optional.of("Tensors");
      case ATTACH_RING -> Optional.of("AttachRing");
      case UNBIND -> Optional.of("Unbind");
      case READ_CONTENTS, WRITE_CONTENTS, GATHER, SCATTER, REQUEST_NOT_SET -> Optional.empty();
    };
  }
}
