/** The processes of a simulated engine: one coordinator, and a worker for each rank. */
@NullMarked
package io.kvreshard.sim.engine;

import org.jspecify.annotations.NullMarked;
