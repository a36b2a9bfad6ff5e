@NullMarked
package io.kvreshard.core.conversion;

import org.jspecify.annotations.NullMarked;
