/** Objects as core sees them. */
@NullMarked
package io.kvreshard.operator.observe;

import org.jspecify.annotations.NullMarked;
