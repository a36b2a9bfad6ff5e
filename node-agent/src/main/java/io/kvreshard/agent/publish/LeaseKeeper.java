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

/** The agent's sign of life: whoever watches times since it last saw the Lease change. */
public final class LeaseKeeper {
  private static final int DURATION_SECONDS = 15;

  private final Publisher publisher;
  private final InstantSource clock;

  public LeaseKeeper(Publisher publisher, InstantSource clock) {
    this.publisher = publisher;
    this.clock = clock;
  }

  /** Renews it once, and makes it if it is not there. */
  public void renew() throws ConflictException {
    String name = AgentLease.name(publisher.nodeName());
    var there = publisher.plane().get(Lease.class, publisher.namespace(), name);
    Lease lease =
        there.orElseGet(
            () ->
                new LeaseBuilder()
                    .withNewMetadata()
                    .withNamespace(publisher.namespace())
                    .withName(name)
                    .endMetadata()
                    .build());
    lease.setSpec(
        new LeaseSpecBuilder()
            .withHolderIdentity(publisher.incarnation())
            .withLeaseDurationSeconds(DURATION_SECONDS)
            .withRenewTime(clock.instant().truncatedTo(ChronoUnit.MICROS).atZone(ZoneOffset.UTC))
            .build());
    Failpoints.before(Step.AGENT_LEASE, Failpoints::unreachable);
    if (there.isPresent()) {
      publisher.plane().replace(lease);
    } else {
      publisher.plane().create(lease);
    }
    Failpoints.after(Step.AGENT_LEASE, Failpoints::unreachable);
  }
}
