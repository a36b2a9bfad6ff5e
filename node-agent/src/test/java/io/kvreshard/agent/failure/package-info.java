@NullMarked
package io.kvreshard.agent.failure;

import org.jspecify.annotations.NullMarked;
