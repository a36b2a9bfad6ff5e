package io.kvreshard.agent.runtime;

import io.kvreshard.proto.runtime.v1.Capacity;
import io.kvreshard.proto.runtime.v1.RuntimeMessage;
import io.kvreshard.proto.runtime.v1.SnapshotOffer;
import io.kvreshard.proto.runtime.v1.SnapshotVerdict;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a member says by itself, on its way to the listeners. */
final class Announcements {
  private static final Logger log = LoggerFactory.getLogger(Announcements.class);

  /** The lane of what concerns the process itself. */
  private static final String PROCESS = "process";

  private final RuntimeIdentity who;
  private final Listeners listeners;
  private final Consumer<SnapshotVerdict> verdicts;
  private final Mailbox mailbox;
  private final AtomicReference<@Nullable Capacity> untold = new AtomicReference<>();

  /** The first is that the member is there. */
  Announcements(RuntimeIdentity who, Listeners listeners, Consumer<SnapshotVerdict> verdicts) {
    this.who = who;
    this.listeners = listeners;
    this.verdicts = verdicts;
    this.mailbox = new Mailbox("session-" + who.instanceId());
    mailbox.offer(PROCESS, () -> listeners.joined(who));
  }

  RuntimeIdentity who() {
    return who;
  }

  /**
   * Passes an offer, a withdrawal or a capacity on.
   *
   * @return false if too many of them are under way
   */
  boolean hear(RuntimeMessage message) {
    return switch (message.getMessageCase()) {
      case SNAPSHOT_OFFER -> {
        SnapshotOffer offer = message.getSnapshotOffer();
        yield mailbox.offer(lane(offer.getName()), () -> offered(offer));
      }
      case SNAPSHOT_WITHDRAWN -> {
        String name = message.getSnapshotWithdrawn().getName();
        yield mailbox.offer(lane(name), () -> listeners.withdrawn(who, name));
      }
      case CAPACITY -> capacity(message.getCapacity());
      case HELLO, REPLY, MESSAGE_NOT_SET -> throw new AssertionError(message.getMessageCase());
    };
  }

  /** The last: the session has ended. */
  void end(String reason) {
    mailbox.end(() -> listeners.left(who, reason));
  }

  private static String lane(String snapshot) {
    return "snapshot " + snapshot;
  }

  /** Only the newest is worth telling. */
  private boolean capacity(Capacity capacity) {
    return untold.getAndSet(capacity) != null
        || mailbox.offer(
            PROCESS,
            () -> {
              Capacity newest = Objects.requireNonNull(untold.getAndSet(null));
              listeners.capacity(who, newest.getFreeTokens());
            });
  }

  private void offered(SnapshotOffer offer) throws InterruptedException {
    Optional<String> refusal;
    try {
      Optional<String> malformed = OfferCheck.check(offer);
      refusal = malformed.isPresent() ? malformed : listeners.offered(who, offer);
    } catch (RuntimeException e) {
      log.error("An offer of {} failed", who, e);
      refusal = Optional.of("the agent failed; see its log");
    }
    refusal.ifPresent(why -> log.warn("Refused snapshot {} of {}: {}", offer.getName(), who, why));
    verdicts.accept(
        SnapshotVerdict.newBuilder()
            .setName(offer.getName())
            .setAccepted(refusal.isEmpty())
            .setMessage(refusal.orElse(""))
            .build());
  }
}
