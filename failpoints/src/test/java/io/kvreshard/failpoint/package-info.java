@NullMarked
package io.kvreshard.failpoint;

import org.jspecify.annotations.NullMarked;
