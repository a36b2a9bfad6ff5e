package io.kvreshard.operator.election;

import java.time.Duration;

/**
 * What a leader promises: it acts for less time after its last renewal than others wait before they
 * take the Lease, so that two never act at once.
 *
 * @param lease how long a candidate must see no renewal before it takes the Lease
 * @param act how long a leader acts after it has sent its last successful renewal
 * @param renew the pause between renewals, and between a candidate's looks
 */
public record Terms(Duration lease, Duration act, Duration renew) {
  /** As most controllers of Kubernetes have it. */
  public static final Terms USUAL = lasting(Duration.ofSeconds(15));

  /** In the usual proportions: 15 s of not renewing cost the Lease, 10 s the right to act. */
  public static Terms lasting(Duration lease) {
    return new Terms(
        lease, lease.multipliedBy(2).dividedBy(3), lease.multipliedBy(2).dividedBy(15));
  }

  public Terms {
    if (renew.compareTo(act) >= 0 || act.compareTo(lease) >= 0) {
      throw new IllegalArgumentException("renew < act < lease is required: " + renew + act + lease);
    }
  }
}
