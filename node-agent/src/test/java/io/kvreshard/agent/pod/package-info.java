@NullMarked
package io.kvreshard.agent.pod;

import org.jspecify.annotations.NullMarked;
