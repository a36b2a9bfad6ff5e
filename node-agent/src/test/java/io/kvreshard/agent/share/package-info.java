@NullMarked
package io.kvreshard.agent.share;

import org.jspecify.annotations.NullMarked;
