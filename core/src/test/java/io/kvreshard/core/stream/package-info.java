@NullMarked
package io.kvreshard.core.stream;

import org.jspecify.annotations.NullMarked;
