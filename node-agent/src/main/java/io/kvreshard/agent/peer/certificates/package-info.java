/** Throw-away certificates for tests and the demo; a cluster's come from its chart. */
@NullMarked
package io.kvreshard.agent.peer.certificates;

import org.jspecify.annotations.NullMarked;
