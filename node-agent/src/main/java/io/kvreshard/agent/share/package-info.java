/**
 * What the operations of a node share, bandwidth and memory for streams, and how much of it each
 * gets: by weights that follow from the priorities of their jobs.
 */
@NullMarked
package io.kvreshard.agent.share;

import org.jspecify.annotations.NullMarked;
