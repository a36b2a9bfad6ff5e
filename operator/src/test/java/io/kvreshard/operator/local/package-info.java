@NullMarked
package io.kvreshard.operator.local;

import org.jspecify.annotations.NullMarked;
