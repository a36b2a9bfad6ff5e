/** What an agent counts, for Prometheus. No metric has a label of any one object. */
@NullMarked
package io.kvreshard.agent.metrics;

import org.jspecify.annotations.NullMarked;
