/**
 * Named points at every step of operator, agent and simulated engine that another process can see,
 * and the faults that tests cause there. A process without the system property {@value
 * io.kvreshard.failpoint.Failpoints#PROPERTY} pays one comparison with null a point.
 */
@NullMarked
package io.kvreshard.failpoint;

import org.jspecify.annotations.NullMarked;
