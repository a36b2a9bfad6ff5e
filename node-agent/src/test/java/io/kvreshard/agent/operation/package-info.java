@NullMarked
package io.kvreshard.agent.operation;

import org.jspecify.annotations.NullMarked;
