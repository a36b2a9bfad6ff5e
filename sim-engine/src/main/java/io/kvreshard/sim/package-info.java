@NullMarked
package io.kvreshard.sim;

import org.jspecify.annotations.NullMarked;
