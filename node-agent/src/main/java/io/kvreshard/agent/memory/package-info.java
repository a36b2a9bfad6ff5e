/** Kinds of runtime memory, and how a dense stream's bytes get in and out of them (DESIGN §6). */
@NullMarked
package io.kvreshard.agent.memory;

import org.jspecify.annotations.NullMarked;
