@NullMarked
package io.kvreshard.core.resolved;

import org.jspecify.annotations.NullMarked;
