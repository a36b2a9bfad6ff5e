/**
 * The whole system as processes of this machine, made to fail at every point that it has: two
 * operators that elect a leader, two agents, two engines, a directory as control plane. {@link
 * io.kvreshard.e2e.failpoint.FailpointsIT} walks; {@link
 * io.kvreshard.e2e.failpoint.ReportedCasesIT} plays what has happened to others; {@link
 * io.kvreshard.e2e.failpoint.Invariants} says what must hold afterwards, whatever happened.
 */
@NullMarked
package io.kvreshard.e2e.failpoint;

import org.jspecify.annotations.NullMarked;
