/** Tests of ids, of starting, and of what a process without traces does. */
@NullMarked
package io.kvreshard.tracing;

import org.jspecify.annotations.NullMarked;
