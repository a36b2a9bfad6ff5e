@NullMarked
package io.kvreshard.core.lowering;

import org.jspecify.annotations.NullMarked;
