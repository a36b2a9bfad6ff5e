package io.kvreshard.agent.publish;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpecBuilder;
import io.kvreshard.crd.AgentLease;
import io.kvreshard.crd.control.ConflictException;
import io.kvreshard.failpoint.Failpoints;
import io.kvreshard.failpoint.Step;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The agent's sign of life: whoever watches times since it last saw the Lease change. One write a
 * time: nobody else has a reason to touch it. For one thread.
 */
public final class LeaseKeeper {
  private static final int DURATION_SECONDS = 15;

  private final Publisher publisher;
  private final InstantSource clock;
  private @Nullable Lease known;

  public LeaseKeeper(Publisher publisher, InstantSource clock) {
    this.publisher = publisher;
    this.clock = clock;
  }

  /** Renews it once, and makes it if it is not there. */
  public void renew() throws ConflictException {
    boolean sure = known == null;
    try {
      write();
    } catch (ConflictException e) {
      if (sure) {
        throw e;
      }
      write();
    }
  }

  private void write() throws ConflictException {
    String name = AgentLease.name(publisher.nodeName());
    var there =
        Optional.ofNullable(known)
            .or(() -> publisher.plane().get(Lease.class, publisher.namespace(), name));
    Lease lease =
        there.orElseGet(
            () ->
                new LeaseBuilder()
                    .withNewMetadata()
                    .withNamespace(publisher.namespace())
                    .withName(name)
                    .endMetadata()
                    .build());
    // If the write does not succeed, the next one looks first.
    known = null;
    lease.setSpec(
        new LeaseSpecBuilder()
            .withHolderIdentity(publisher.incarnation())
            .withLeaseDurationSeconds(DURATION_SECONDS)
            .withRenewTime(clock.instant().truncatedTo(ChronoUnit.MICROS).atZone(ZoneOffset.UTC))
            .build());
    Failpoints.before(Step.AGENT_LEASE, Failpoints::unreachable);
    var now =
        there.isPresent() ? publisher.plane().replace(lease) : publisher.plane().create(lease);
    Failpoints.after(Step.AGENT_LEASE, Failpoints::unreachable);
    known = now;
  }
}
