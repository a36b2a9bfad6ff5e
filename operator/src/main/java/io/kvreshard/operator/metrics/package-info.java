/** What the operator counts and times, for Prometheus. No metric has a label of any one object. */
@NullMarked
package io.kvreshard.operator.metrics;

import org.jspecify.annotations.NullMarked;
