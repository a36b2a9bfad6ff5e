@NullMarked
package io.kvreshard.agent.metrics;

import org.jspecify.annotations.NullMarked;
