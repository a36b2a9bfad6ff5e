/** Observe, decide, act: one controller for jobs, one for snapshots. */
@NullMarked
package io.kvreshard.operator.control;

import org.jspecify.annotations.NullMarked;
