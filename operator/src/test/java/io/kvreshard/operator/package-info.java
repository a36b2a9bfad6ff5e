@NullMarked
package io.kvreshard.operator;

import org.jspecify.annotations.NullMarked;
