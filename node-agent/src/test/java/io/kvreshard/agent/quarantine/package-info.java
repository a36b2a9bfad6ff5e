@NullMarked
package io.kvreshard.agent.quarantine;

import org.jspecify.annotations.NullMarked;
