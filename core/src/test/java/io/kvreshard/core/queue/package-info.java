/** The line of jobs. */
@NullMarked
package io.kvreshard.core.queue;

import org.jspecify.annotations.NullMarked;
