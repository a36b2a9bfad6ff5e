@NullMarked
package io.kvreshard.posix;

import org.jspecify.annotations.NullMarked;
