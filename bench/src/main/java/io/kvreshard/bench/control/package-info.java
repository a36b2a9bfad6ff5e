/**
 * What jobs cost the control plane: a real API server, the operator in a process of its own, and
 * agents that say all that real ones say and move no byte.
 */
@NullMarked
package io.kvreshard.bench.control;

import org.jspecify.annotations.NullMarked;
