package io.kvreshard.operator.election;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpecBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one operator makes of the Lease that it sees. Another's Lease is free when it says so, or
 * when it was not seen to change for as long as its holder has promised: the times that stand in it
 * are another machine's and are compared with nothing (DESIGN §4).
 */
final class Candidate {
  private final String namespace;
  private final String name;
  private final String identity;
  private final Terms terms;
  private @Nullable String version;
  private long since;

  /**
   * A candidate that has seen nothing.
   *
   * @param identity of this process, and of no other
   */
  Candidate(String namespace, String name, String identity, Terms terms) {
    this.namespace = namespace;
    this.name = name;
    this.identity = identity;
    this.terms = terms;
  }

  /**
   * The Lease to be written: this candidate's, taken or renewed.
   *
   * @param seen what is there now
   * @param now to be written down, for people
   * @param nanos of a monotonic clock
   * @return empty: another one leads
   */
  Optional<Lease> claim(Optional<Lease> seen, Instant now, long nanos) {
    if (seen.isEmpty()) {
      version = null;
      return Optional.of(taken(fresh(), now, 0));
    }
    var lease = seen.get();
    if (!lease.getMetadata().getResourceVersion().equals(version)) {
      version = lease.getMetadata().getResourceVersion();
      since = nanos;
    }
    if (holds(lease)) {
      lease.getSpec().setRenewTime(time(now));
      return Optional.of(lease);
    }
    var spec = lease.getSpec();
    if (spec == null || spec.getHolderIdentity() == null || expired(spec, nanos)) {
      int transitions =
          spec == null ? 0 : Objects.requireNonNullElse(spec.getLeaseTransitions(), 0);
      return Optional.of(taken(lease, now, transitions + 1));
    }
    return Optional.empty();
  }

  /** Whether the Lease is this candidate's. */
  boolean holds(Lease lease) {
    return lease.getSpec() != null && identity.equals(lease.getSpec().getHolderIdentity());
  }

  /** The Lease given up: the next one to look takes it. */
  static Lease released(Lease mine) {
    mine.getSpec().setHolderIdentity(null);
    mine.getSpec().setLeaseDurationSeconds(1);
    return mine;
  }

  private boolean expired(LeaseSpec spec, long nanos) {
    var promised =
        spec.getLeaseDurationSeconds() == null
            ? terms.lease()
            : Duration.ofSeconds(spec.getLeaseDurationSeconds());
    return nanos - since > promised.toNanos();
  }

  private Lease fresh() {
    return new LeaseBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .endMetadata()
        .build();
  }

  private Lease taken(Lease lease, Instant now, int transitions) {
    lease.setSpec(
        new LeaseSpecBuilder()
            .withHolderIdentity(identity)
            .withLeaseDurationSeconds((int) terms.lease().toSeconds())
            .withAcquireTime(time(now))
            .withRenewTime(time(now))
            .withLeaseTransitions(transitions)
            .build());
    return lease;
  }

  private static ZonedDateTime time(Instant now) {
    return now.truncatedTo(ChronoUnit.MICROS).atZone(ZoneOffset.UTC);
  }
}
