@NullMarked
package io.kvreshard.operator.metrics;

import org.jspecify.annotations.NullMarked;
