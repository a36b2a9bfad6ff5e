/** How a simulated engine's processes talk: to the agent, to each other, and to whoever asks. */
@NullMarked
package io.kvreshard.sim.link;

import org.jspecify.annotations.NullMarked;
