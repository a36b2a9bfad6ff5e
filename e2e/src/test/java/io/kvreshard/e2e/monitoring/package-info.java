/** What the chart brings to watch the product with. */
@NullMarked
package io.kvreshard.e2e.monitoring;

import org.jspecify.annotations.NullMarked;
