/**
 * Sessions of engine processes: who is here, and what the agent may ask them (DESIGN §6,
 * runtime.proto).
 */
@NullMarked
package io.kvreshard.agent.runtime;

import org.jspecify.annotations.NullMarked;
