/** Threads with an owner, waits with a deadline. */
@NullMarked
package io.kvreshard.agent.concurrent;

import org.jspecify.annotations.NullMarked;
