/** The line of jobs that wait for room, in memory. */
@NullMarked
package io.kvreshard.operator.queue;

import org.jspecify.annotations.NullMarked;
