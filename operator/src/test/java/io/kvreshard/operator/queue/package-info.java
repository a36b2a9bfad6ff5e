/** The line of jobs, in memory. */
@NullMarked
package io.kvreshard.operator.queue;

import org.jspecify.annotations.NullMarked;
