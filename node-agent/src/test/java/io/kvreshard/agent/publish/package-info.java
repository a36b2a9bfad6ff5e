@NullMarked
package io.kvreshard.agent.publish;

import org.jspecify.annotations.NullMarked;
