@NullMarked
package io.kvreshard.agent.peer;

import org.jspecify.annotations.NullMarked;
