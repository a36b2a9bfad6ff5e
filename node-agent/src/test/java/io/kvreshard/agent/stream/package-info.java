@NullMarked
package io.kvreshard.agent.stream;

import org.jspecify.annotations.NullMarked;
