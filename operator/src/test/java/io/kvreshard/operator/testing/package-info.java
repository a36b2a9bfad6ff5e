@NullMarked
package io.kvreshard.operator.testing;

import org.jspecify.annotations.NullMarked;
