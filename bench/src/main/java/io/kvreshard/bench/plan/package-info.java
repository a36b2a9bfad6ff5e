/** What planning costs: JMH benchmarks, and the figures that they must reach. */
@NullMarked
package io.kvreshard.bench.plan;

import org.jspecify.annotations.NullMarked;
