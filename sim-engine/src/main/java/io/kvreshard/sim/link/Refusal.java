package io.kvreshard.sim.link;

import io.kvreshard.proto.runtime.v1.Failure;
import io.kvreshard.proto.runtime.v1.Reply;
import io.kvreshard.tracing.Reasoned;

/** The engine does not do what the agent asks for. */
public final class Refusal extends Exception implements Reasoned {
  private final Failure.Kind kind;

  public Refusal(Failure.Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** For good. */
  public static Refusal refused(String message) {
    return new Refusal(Failure.Kind.REFUSED, message);
  }

  /** This time. */
  public static Refusal failed(String message) {
    return new Refusal(Failure.Kind.TRANSIENT, message);
  }

  @Override
  public String word() {
    return kind.name();
  }

  Reply.Builder reply() {
    return Reply.newBuilder()
        .setFailure(Failure.newBuilder().setKind(kind).setMessage(String.valueOf(getMessage())));
  }
}
