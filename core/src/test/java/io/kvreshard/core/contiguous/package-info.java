@NullMarked
package io.kvreshard.core.contiguous;

import org.jspecify.annotations.NullMarked;
