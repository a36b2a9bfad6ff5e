@NullMarked
package io.kvreshard.agent.concurrent;

import org.jspecify.annotations.NullMarked;
