@NullMarked
package io.kvreshard.core.snapshot;

import org.jspecify.annotations.NullMarked;
