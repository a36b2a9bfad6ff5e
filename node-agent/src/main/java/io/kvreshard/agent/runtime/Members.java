package io.kvreshard.agent.runtime;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import io.grpc.Status;
import io.grpc.StatusException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Who has a session, and the rules for joining (DESIGN §6): one session for each role of a pod, one
 * epoch for each engine group. An epoch that lost a member has ended and never returns.
 * Thread-safe.
 *
 * @param <S> the session
 */
final class Members<S> {
  /** Ended epochs remembered: a straggler of an older one meets a living group anyway. */
  private static final int MAX_ENDED = 4096;

  private final int max;
  private final Map<S, RuntimeIdentity> members = new LinkedHashMap<>();
  private boolean closed;
  private final Set<Epoch> ended = Collections.newSetFromMap(new Ended());

  Members(int max) {
    this.max = max;
  }

  private record Epoch(EngineGroup group, long number) {}

  private static final class Ended extends LinkedHashMap<Epoch, Boolean> {
    @Override
    protected boolean removeEldestEntry(Map.Entry<Epoch, Boolean> eldest) {
      return size() > MAX_ENDED;
    }
  }

  /**
   * Takes a process in.
   *
   * @return the members of an older epoch of its group that it ends, already removed
   * @throws StatusException with the status that the session ends with
   */
  synchronized List<S> join(S session, RuntimeIdentity who) throws StatusException {
    if (members.size() >= max) {
      throw refuse(Status.RESOURCE_EXHAUSTED, "the agent has its limit of %d sessions", max);
    }
    if (ended.contains(new Epoch(who.group(), who.groupEpoch()))) {
      throw refuse(
          Status.FAILED_PRECONDITION,
          "Hello.group_epoch: epoch %s of engine %s has ended because a member was lost; the"
              + " coordinator must draw a new one",
          epoch(who.groupEpoch()),
          who.group());
    }
    for (RuntimeIdentity other : members.values()) {
      if (other.instanceId().equals(who.instanceId())) {
        throw refuse(Status.ALREADY_EXISTS, "Hello.instance_id: %s has it", other);
      }
      if (other.group().equals(who.group())) {
        checkDuplicate(who, other);
      }
    }
    List<S> older = find(o -> o.group().equals(who.group()) && o.groupEpoch() != who.groupEpoch());
    if (!older.isEmpty() && !who.coordinates()) {
      throw refuse(
          Status.UNAVAILABLE,
          "Hello.group_epoch: engine %s still lives here in another epoch than %s",
          who.group(),
          epoch(who.groupEpoch()));
    }
    older.forEach(this::forget);
    members.put(session, who);
    return older;
  }

  private void checkDuplicate(RuntimeIdentity who, RuntimeIdentity other) throws StatusException {
    boolean sameProcess =
        who.podUid().equals(other.podUid()) && who.participantId().equals(other.participantId());
    boolean sameRank = who.participates() && who.participantId().equals(other.participantId());
    if (sameProcess || (sameRank && who.groupEpoch() == other.groupEpoch())) {
      throw refuse(Status.ALREADY_EXISTS, "Hello.participant_id: %s has a session already", other);
    }
    if (who.coordinates() && other.coordinates()) {
      throw refuse(
          Status.ALREADY_EXISTS, "Hello.role: engine %s has a coordinator: %s", who.group(), other);
    }
  }

  /**
   * The process is gone.
   *
   * @return the other members of its epoch, which has ended; already removed
   */
  synchronized List<S> leave(S session) {
    RuntimeIdentity who = members.get(session);
    if (who == null) {
      return List.of();
    }
    if (closed) {
      members.remove(session);
      return List.of();
    }
    forget(session);
    List<S> others = find(o -> o.group().equals(who.group()) && o.groupEpoch() == who.groupEpoch());
    others.forEach(this::forget);
    return others;
  }

  /** From now on who leaves was sent away by us: no epoch ends with it. */
  synchronized void close() {
    closed = true;
  }

  /** A session and who it is. */
  record Found<S>(S session, RuntimeIdentity who) {}

  synchronized Optional<Found<S>> first(Predicate<RuntimeIdentity> wanted) {
    return members.entrySet().stream()
        .filter(e -> wanted.test(e.getValue()))
        .findFirst()
        .map(e -> new Found<>(e.getKey(), e.getValue()));
  }

  synchronized List<RuntimeIdentity> all() {
    return List.copyOf(members.values());
  }

  private List<S> find(Predicate<RuntimeIdentity> wanted) {
    List<S> found = new ArrayList<>();
    members.forEach(
        (session, who) -> {
          if (wanted.test(who)) {
            found.add(session);
          }
        });
    return found;
  }

  private void forget(S session) {
    RuntimeIdentity who = members.remove(session);
    if (who != null) {
      ended.add(new Epoch(who.group(), who.groupEpoch()));
    }
  }

  private static String epoch(long number) {
    return Long.toUnsignedString(number);
  }

  @FormatMethod
  private static StatusException refuse(
      Status status, @FormatString String format, Object... args) {
    return status.withDescription(format.formatted(args)).asException();
  }
}
